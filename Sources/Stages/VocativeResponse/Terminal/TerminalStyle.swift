/// How a card is drawn in a terminal.
public struct TerminalStyle: Equatable, Sendable {
  /// Characters on a line.
  public let columns: Int
  /// Whether bold and coloured text is understood and wanted.
  public let isColored: Bool

  /// The fewest characters on a line that anything is drawn with.
  public static let fewestColumns = 20

  /// A style.
  public init(columns: Int, isColored: Bool = false) {
    self.init(columns: columns, isColored: isColored, atLeast: Self.fewestColumns)
  }

  private init(columns: Int, isColored: Bool, atLeast fewest: Int) {
    self.columns = max(columns, fewest)
    self.isColored = isColored
  }

  /// The style for standard output as it is: plain where it is no terminal, where the terminal understands nothing else, and where
  /// `NO_COLOR` is set to anything (https://no-color.org).
  public init(columns: Int, isTerminal: Bool, environment: [String: String]) {
    let isUnwanted = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    self.init(columns: columns, isColored: isTerminal && !isUnwanted && environment["TERM"] != "dumb")
  }

  /// The same with fewer columns.
  func narrowed(to columns: Int, atLeast fewest: Int = fewestColumns) -> TerminalStyle {
    TerminalStyle(columns: min(columns, self.columns), isColored: isColored, atLeast: fewest)
  }

  /// What text looks like.
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
