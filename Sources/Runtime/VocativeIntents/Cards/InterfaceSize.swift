/// A size on a surface, in columns and lines of its text.
public struct InterfaceSize: Equatable, Sendable {
  /// The width, in columns.
  public let columns: Int
  /// The height, in lines.
  public let lines: Int

  /// Creates a size.
  public init(columns: Int, lines: Int) {
    self.columns = columns
    self.lines = lines
  }

  /// The zero size, which hides a view.
  public static let zero = InterfaceSize(columns: 0, lines: 0)

  /// Whether a view of this size is invisible.
  public var isZero: Bool { columns <= 0 || lines <= 0 }

  /// Returns the size limited to a maximum.
  package func limited(to maximum: InterfaceSize) -> InterfaceSize {
    InterfaceSize(columns: min(columns, maximum.columns), lines: min(lines, maximum.lines))
  }
}
