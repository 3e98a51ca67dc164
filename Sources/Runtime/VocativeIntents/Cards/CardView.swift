/// A view with which an assistant draws a part of its card itself.
///
/// A presenter does the same with code of its own. A view is a value, so that it also reaches Vocative from an app in its own process.
public struct CardView: Equatable, Sendable {
  /// The view.
  public let view: InterfaceView
  /// The parameters that it shows instead of the default; empty for a view beside the default card.
  public let parameters: Set<InterfaceParameter>
  /// The desired size; zero hides the parameters, and nil is the natural size.
  public let size: InterfaceSize?

  /// Creates a view.
  public init(_ view: InterfaceView, showing parameters: Set<InterfaceParameter> = [], size: InterfaceSize? = nil) {
    (self.view, self.parameters, self.size) = (view, parameters, size)
  }

  /// Returns a view that hides the parameters.
  public static func hiding(_ parameters: Set<InterfaceParameter>) -> CardView {
    CardView(.stack([]), showing: parameters, size: .zero)
  }
}
