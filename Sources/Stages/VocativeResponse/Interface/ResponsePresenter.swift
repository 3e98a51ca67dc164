public import VocativeIntents

/// Draws interactions in a custom way; the counterpart of a view controller that conforms to `INUIHostedViewControlling`.
///
/// A presenter is created for each view, configured, shown, and released when the interaction is dismissed. It only displays: it
/// receives no input, and should draw from the interaction alone, which has the intent and its result. Its time is limited: after
/// the interface's budget, the default card is shown.
///
/// Conform to `ReplacingPresenter` or `AugmentingPresenter`.
public protocol ResponsePresenter: AnyObject, Sendable {
  /// Creates a presenter that has not been configured yet.
  init()
  /// Called when the view is on the screen; start updates such as a timer here.
  func didAppear(on display: InterfaceDisplay) async
  /// Called when the view has left the screen; stop updates here.
  func didDisappear() async
}

extension ResponsePresenter {
  /// Does nothing.
  public func didAppear(on display: InterfaceDisplay) async {}
  /// Does nothing.
  public func didDisappear() async {}
}

/// A presenter that draws some parameters instead of the default.
public protocol ReplacingPresenter: ResponsePresenter {
  /// Returns whether and how the presenter shows some parameters.
  ///
  /// The returned parameters, which may be more than requested, are neither requested again nor shown by default. If an
  /// interaction on the screen is updated, this method is called again with the parameters that the presenter shows.
  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation
}

/// A presenter that adds one view to the default card and can hide parts that would repeat it.
///
/// A presenter that can also replace is only asked to replace.
public protocol AugmentingPresenter: ResponsePresenter {
  /// The parts of the default card that the presenter shows itself; read after it has been configured.
  var displays: Set<InterfacePart> { get async }
  /// Returns the additional view; called again if an interaction on the screen is updated.
  func configure(with interaction: Interaction, context: InterfaceContext) async -> Presentation
}

extension AugmentingPresenter {
  /// No parts.
  public var displays: Set<InterfacePart> { [] }
}

/// A presenter's view with its parameters and size.
public struct Presentation: Sendable {
  /// The parameters that the view shows.
  public let parameters: Set<InterfaceParameter>
  /// The view.
  public let view: InterfaceView
  /// The desired size; zero hides the view, and nil is its natural size.
  public let size: InterfaceSize?

  /// Creates a presentation.
  public init(_ view: InterfaceView, showing parameters: Set<InterfaceParameter> = [], size: InterfaceSize? = nil) {
    self.parameters = parameters
    self.view = view
    self.size = size
  }

  /// No view, so that the default is shown.
  public static let none = Presentation(.stack([]), size: .zero)

  /// Returns a presentation that hides the parameters.
  public static func hidden(_ parameters: Set<InterfaceParameter>) -> Presentation {
    Presentation(.stack([]), showing: parameters, size: .zero)
  }

  var isHidden: Bool { size?.isZero == true || view.isEmpty }
}

/// The screen of a presenter's view, valid while the view is on the screen.
public struct InterfaceDisplay: Sendable {
  let change: @Sendable (InterfaceView, InterfaceSize?) async -> Bool

  /// Replaces the presenter's view.
  ///
  /// - Returns: Whether the view is still on the screen; stop updates if it is not.
  @discardableResult
  public func update(_ view: InterfaceView, size: InterfaceSize? = nil) async -> Bool { await change(view, size) }
}
