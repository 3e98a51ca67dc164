public import VocativeIntents

/// The surface and the available size for an interaction; the counterpart of `INUIHostedViewContext`.
public struct InterfaceContext: Equatable, Sendable {
  /// The kinds of surface.
  public enum Surface: String, Equatable, Sendable, CaseIterable {
    /// A text terminal.
    case terminal
    /// A page in a browser, read at a desk.
    case page
    /// A full-screen page, read from across the room.
    case kiosk
  }

  /// The kind of surface.
  public let surface: Surface
  /// The maximum available size.
  public let maximumSize: InterfaceSize

  /// Creates a context.
  public init(_ surface: Surface, maximumSize: InterfaceSize) {
    self.surface = surface
    self.maximumSize = maximumSize
  }

  /// Creates a terminal context with this many columns.
  public static func terminal(columns: Int) -> InterfaceContext {
    InterfaceContext(.terminal, maximumSize: InterfaceSize(columns: columns, lines: 100))
  }

  /// A page in a browser.
  public static let page = InterfaceContext(.page, maximumSize: InterfaceSize(columns: 80, lines: 200))
  /// A full-screen page.
  public static let kiosk = InterfaceContext(.kiosk, maximumSize: InterfaceSize(columns: 40, lines: 16))
}

/// The interaction that a view offers, on Linux always by voice; the counterpart of `INUIInteractiveBehavior`.
public enum InteractiveBehavior: String, Equatable, Sendable {
  /// No interaction.
  case none
  /// The user can continue in the application, because the response has an activity.
  case launch
}
