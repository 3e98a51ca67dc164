public import VocativeIntents

/// Income or spending on a day.
public struct LedgerEntry: Equatable, Sendable {
  /// Where an entry comes from.
  public enum Source: String, Sendable {
    /// The owner recorded it, by voice or with a command.
    case recorded
    /// An import of a bank's file or a journal.
    case imported
  }

  /// The permanent number; nil before it is stored.
  public let number: Int64?
  /// The day.
  public let day: CalendarDay
  /// The amount; negative for spending.
  public let amount: CurrencyAmount
  /// The purpose; may be empty.
  public let description: String
  /// The account.
  public let account: SpendingAccount
  /// The expense that it counts for; nil for none.
  public let expense: Expense.ID?
  /// Where it comes from.
  public let source: Source

  /// Creates an entry that is not stored yet.
  public init(
    _ amount: CurrencyAmount, on day: CalendarDay, for description: String = "", in account: SpendingAccount = .personal,
    of expense: Expense.ID? = nil, source: Source = .recorded
  ) {
    self.init(
      number: nil, day: day, amount: amount, description: description, account: account, expense: expense, source: source)
  }

  init(
    number: Int64?, day: CalendarDay, amount: CurrencyAmount, description: String, account: SpendingAccount,
    expense: Expense.ID?, source: Source
  ) {
    (self.number, self.day, self.amount, self.description) = (number, day, amount, description)
    (self.account, self.expense, self.source) = (account, expense, source)
  }
}

/// The entries of an import, and those that are stored already.
public struct ImportPlan: Equatable, Sendable {
  /// The entries to add.
  public let new: [LedgerEntry]
  /// The number of entries that an earlier import has added, with those that were deleted since.
  public let duplicates: Int

  /// Creates a plan from entries and the number of equal entries that are stored.
  ///
  /// Two purchases of one day may be equal, so that equal entries are counted: of three, one is new if two are stored.
  init(_ entries: [LedgerEntry], stored: (LedgerEntry) -> Int) {
    var counts: [Key: Int] = [:]
    new = entries.filter { entry in
      let left = counts[Key(entry)] ?? stored(entry)
      counts[Key(entry)] = max(left - 1, 0)
      return left == 0
    }
    duplicates = entries.count - new.count
  }

  /// The properties that equal entries have in common.
  struct Key: Hashable {
    let day: String
    let cents: Int
    let description: String
    let account: String

    init(day: String, cents: Int, description: String, account: String) {
      (self.day, self.cents, self.description, self.account) = (day, cents, description, account)
    }

    init(_ entry: LedgerEntry) {
      self.init(
        day: entry.day.written, cents: entry.amount.cents, description: entry.description, account: entry.account.rawValue)
    }
  }
}
