public import VocativeIntents

/// Draws interactions in its own way: the part of a view controller that INUIHostedViewControlling hosts.
///
/// One is made for each view, configured, shown, and let go of when the interaction is dismissed. It only displays: it gets no input,
/// and should draw from the interaction alone, which says what the intent was and what came of it. It has little time to: after the
/// interface's budget the default card is shown.
///
/// Conform to `ReplacingPresenter` or `AugmentingPresenter`.
public protocol ResponsePresenter: AnyObject, Sendable {
  /// A presenter that was not configured yet.
  init()
  /// Its view is on the screen; what changes by itself, such as a timer, begins now.
  func didAppear(on display: InterfaceDisplay) async
  /// Its view has left the screen; what changes by itself ends.
  func didDisappear() async
}

extension ResponsePresenter {
  /// Nothing changes by itself.
  public func didAppear(on display: InterfaceDisplay) async {}
  /// Nothing has to end.
  public func didDisappear() async {}
}

/// A presenter that draws some parameters in place of the default.
public protocol ReplacingPresenter: ResponsePresenter {
  /// Says whether it shows some parameters, and how.
  ///
  /// What it says it shows, be it more than it was asked for, is not asked for again and not in the default. When there is news of an
  /// interaction that is on the screen, it is called again with what it shows.
  func configure(
    parameters: Set<InterfaceParameter>, of interaction: Interaction, interactiveBehavior: InteractiveBehavior,
    context: InterfaceContext
  ) async -> Presentation
}

/// A presenter that adds one view to the default, and may hide parts of the default that would say the same.
///
/// A presenter that can replace as well is only asked to replace.
public protocol AugmentingPresenter: ResponsePresenter {
  /// What of the default it shows itself; asked when it was configured.
  var displays: Set<InterfacePart> { get async }
  /// Says what it adds; called again when there is news of an interaction that is on the screen.
  func configure(with interaction: Interaction, context: InterfaceContext) async -> Presentation
}

extension AugmentingPresenter {
  /// Nothing.
  public var displays: Set<InterfacePart> { [] }
}

/// A part of the default card.
public enum InterfacePart: String, Equatable, Sendable, CaseIterable {
  /// What the card is about.
  case title
  /// What is said.
  case dialog
  /// The intent's parameters.
  case parameters
  /// How much of something is done.
  case progress
  /// The labelled values.
  case values
}

/// What a presenter shows, and how large.
public struct Presentation: Sendable {
  /// The parameters that are in the view.
  public let parameters: Set<InterfaceParameter>
  /// The view.
  public let view: InterfaceView
  /// How much room it wants; zero to hide it, nil for as much as it needs.
  public let size: InterfaceSize?

  /// A view that shows parameters.
  public init(_ view: InterfaceView, showing parameters: Set<InterfaceParameter> = [], size: InterfaceSize? = nil) {
    self.parameters = parameters
    self.view = view
    self.size = size
  }

  /// Nothing is shown, and the default is.
  public static let none = Presentation(.stack([]), size: .zero)

  /// The parameters are shown by nobody.
  public static func hidden(_ parameters: Set<InterfaceParameter>) -> Presentation {
    Presentation(.stack([]), showing: parameters, size: .zero)
  }

  var isHidden: Bool { size?.isZero == true || view.isEmpty }
}

/// The screen a presenter's view is on, for as long as it is on it.
public struct InterfaceDisplay: Sendable {
  let change: @Sendable (InterfaceView, InterfaceSize?) async -> Bool

  /// Draws another view in place of the presenter's own.
  ///
  /// - Returns: Whether it is still on the screen; what changes by itself should end when not.
  @discardableResult
  public func update(_ view: InterfaceView, size: InterfaceSize? = nil) async -> Bool { await change(view, size) }
}
