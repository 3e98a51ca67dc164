/// Where an interaction is shown, and how much room there is: INUIHostedViewContext's part on Linux.
public struct InterfaceContext: Equatable, Sendable {
  /// The kinds of places.
  public enum Surface: String, Equatable, Sendable, CaseIterable {
    /// Lines of text.
    case terminal
    /// A page in a browser, to be read at a desk.
    case page
    /// A page that fills a screen, to be read from across the room.
    case kiosk
  }

  /// The kind of place.
  public let surface: Surface
  /// The most there is room for.
  public let maximumSize: InterfaceSize

  /// A place with room.
  public init(_ surface: Surface, maximumSize: InterfaceSize) {
    self.surface = surface
    self.maximumSize = maximumSize
  }

  /// A terminal as wide as this many characters.
  public static func terminal(columns: Int) -> InterfaceContext {
    InterfaceContext(.terminal, maximumSize: InterfaceSize(columns: columns, lines: 100))
  }

  /// A page in a browser.
  public static let page = InterfaceContext(.page, maximumSize: InterfaceSize(columns: 80, lines: 200))
  /// A page that fills a screen.
  public static let kiosk = InterfaceContext(.kiosk, maximumSize: InterfaceSize(columns: 40, lines: 16))
}

/// How large something is on a surface, in characters and lines of its text.
public struct InterfaceSize: Equatable, Sendable {
  /// Characters side by side.
  public let columns: Int
  /// Lines below each other.
  public let lines: Int

  /// A size.
  public init(columns: Int, lines: Int) {
    self.columns = columns
    self.lines = lines
  }

  /// No size at all, which hides what has it.
  public static let zero = InterfaceSize(columns: 0, lines: 0)

  /// Whether nothing can be seen of what has it.
  public var isZero: Bool { columns <= 0 || lines <= 0 }

  /// The part of the size that there is room for.
  func limited(to most: InterfaceSize) -> InterfaceSize {
    InterfaceSize(columns: min(columns, most.columns), lines: min(lines, most.lines))
  }
}

/// What the person can do about what is shown; on Linux always by voice: INUIInteractiveBehavior.
public enum InteractiveBehavior: String, Equatable, Sendable {
  /// Nothing.
  case none
  /// Go on in the application, because the response has an activity.
  case launch
}
