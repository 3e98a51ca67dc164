/// The style of cards in a terminal.
public struct TerminalStyle: Equatable, Sendable {
  /// Columns on a line.
  public let columns: Int
  /// Whether bold and coloured text is supported and wanted.
  public let isColored: Bool

  /// The minimum number of columns.
  public static let minColumns = 20

  /// Creates a style.
  public init(columns: Int, isColored: Bool = false) {
    self.init(columns: columns, isColored: isColored, atLeast: Self.minColumns)
  }

  private init(columns: Int, isColored: Bool, atLeast minimum: Int) {
    self.columns = max(columns, minimum)
    self.isColored = isColored
  }

  /// Creates the style for standard output.
  ///
  /// The style is plain if the output is not a terminal, if the terminal supports nothing else, or if `NO_COLOR` has any value
  /// (https://no-color.org).
  public init(columns: Int, isTerminal: Bool, environment: [String: String]) {
    let isUnwanted = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    self.init(columns: columns, isColored: isTerminal && !isUnwanted && environment["TERM"] != "dumb")
  }

  /// Returns the same style with fewer columns.
  func narrowed(to columns: Int, atLeast minimum: Int = minColumns) -> TerminalStyle {
    TerminalStyle(columns: min(columns, self.columns), isColored: isColored, atLeast: minimum)
  }

  /// The appearance of text.
  enum Look: String {
    case bold = "1"
    case faint = "2"
    case green = "32"
    case red = "31"
  }

  func draw(_ text: String, _ look: Look) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : text
  }
}
