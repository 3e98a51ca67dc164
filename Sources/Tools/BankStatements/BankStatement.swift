public import VocativeIntents

/// The transactions of an account in a file of a bank or in a journal.
public struct BankStatement: Equatable, Sendable {
  /// A transaction.
  public struct Row: Equatable, Sendable {
    /// The line of the file, from 1; for journals the line of the program's output.
    public let line: Int
    /// The day.
    public let day: CalendarDay
    /// The amount; negative for spending.
    public let amount: CurrencyAmount
    /// The payee and the purpose; may be empty.
    public let description: String
    /// The category that the file gives it; nil for none.
    public let category: String?
  }

  /// The transactions in the order of the file.
  public let rows: [Row]
  /// The number of rows without an amount, which change nothing.
  public let withoutAmount: Int
  /// The number of rows that the bank has not booked, or not yet, by their state or a date that is missing.
  public let notBooked: Int

  /// The maximum size of a file in bytes.
  public static let maxSize = 16 << 20
  /// The maximum number of rows.
  public static let maxRows = 100_000
  /// The maximum length of a description in Unicode scalars.
  static let maxDescription = 200
}

/// The owner's choices for a file that can be read in several ways.
public struct StatementOptions: Equatable, Sendable {
  /// The order of the parts of a date.
  public enum DateOrder: String, CaseIterable, Sendable {
    /// As in 20/11/2026.
    case dayFirst = "day-first"
    /// As in 11/20/2026.
    case monthFirst = "month-first"
  }

  /// The sign before the cents.
  public enum DecimalSign: String, CaseIterable, Sendable {
    /// As in 1,234.50.
    case point
    /// As in 1.234,50.
    case comma
  }

  /// The character between fields; nil to find it.
  public var delimiter: Character?
  /// The order of days and months; nil to find it.
  public var dates: DateOrder?
  /// The sign before the cents; nil to find it.
  public var decimals: DecimalSign?
  /// The currency of the rows to read, others are left out; nil if the file has one currency.
  public var currency: String?
  /// Whether the signs of all amounts are reversed, for files in which spending is positive.
  public var isNegated = false
  /// The names of columns in the file, by their role.
  public var columns: [StatementColumn: String] = [:]
  /// The account of a journal; nil if it has only one asset.
  public var journalAccount: String?

  /// Creates options that leave everything to the contents of the file.
  public init() {}
}

/// The roles of columns.
public enum StatementColumn: String, CaseIterable, Sendable {
  /// The day.
  case date
  /// The amount with its sign.
  case amount
  /// Amounts that were spent, in a column of their own.
  case debit
  /// Amounts that were received, in a column of their own.
  case credit
  /// A fee that was spent in addition to the amount.
  case fee
  /// Whether the amount was spent or received.
  case direction
  /// Whether the bank has booked it.
  case state
  /// The other party.
  case payee
  /// The purpose.
  case description
  /// The category.
  case category
  /// The currency.
  case currency
}
