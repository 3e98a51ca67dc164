import Foundation
import GRDB
public import VocativeIntents
public import VocativeStorage

/// A SQLite store of goals, expenses, accounts, and their entries.
public struct MoneyStore: Sendable {
  let store: Store
  /// The clock that determines the current week and month.
  public let clock: WallClock

  /// The maximum of an amount, so that no sum exceeds the range of integers: a billion dollars.
  public static let maxAmount = CurrencyAmount(cents: 100_000_000_000)

  /// Opens the store; a new one is empty.
  ///
  /// - Throws: `StoreError` if the file cannot be created, opened or migrated, or is locked.
  public init(path: String, clock: WallClock = WallClock()) throws(StoreError) {
    self.clock = clock
    store = try Store(path: path, migrator: MoneySchema.migrator)
  }

  /// Opens a store with sample data.
  ///
  /// - Parameter path: The file, which is filled if it is new; nil for a store that exists only as long as this value.
  /// - Throws: `StoreError` as in `init(path:clock:)`.
  public init(sampleAt path: String?, clock: WallClock = WallClock()) throws(StoreError) {
    self.clock = clock
    let migrator = MoneySchema.sampleMigrator(day: clock.today)
    store = if let path { try Store(path: path, migrator: migrator) } else { try Store(inMemoryWith: migrator) }
  }

  /// The kinds of accounts.
  public enum AccountKind: String, Sendable, CaseIterable {
    /// The owner's personal account, which includes the money for goals and expenses.
    case personal
    /// An account shared with another person.
    case shared
    /// A private savings account.
    case protected
  }

  /// Today, and the first days of its week and month.
  var periods: PeriodStarts { PeriodStarts(clock: clock) }

  /// Returns whether nothing was ever stored.
  public func isEmpty() async throws -> Bool {
    try await store.read { database in
      let sql = """
        SELECT NOT (EXISTS (SELECT 1 FROM account) OR EXISTS (SELECT 1 FROM goal) OR EXISTS (SELECT 1 FROM expense)
          OR EXISTS (SELECT 1 FROM entry))
        """
      return try Bool.fetchOne(database, sql: sql) ?? true
    }
  }

  /// Inserts the sample data.
  ///
  /// - Throws: `StoreError` if there is data already.
  public func addSampleData() async throws {
    guard try await isEmpty() else {
      throw StoreError(rejection: "there is data already; sample data would mix with it")
    }
    try await store.write { [day = clock.today] in try SampleData.insert(into: $0, day: day) }
  }

  // MARK: Accounts

  /// Returns the total balance of the accounts of a kind, without entries of later days; nil if there are none.
  public func balance(of kind: AccountKind) async throws -> CurrencyAmount? {
    try await store.read { [today = clock.today] in try $0.balance(of: kind, on: today) }
  }

  /// Sets today's balance of an account, as the bank reports it; entries of later days still change it then.
  public func setBalance(_ balance: CurrencyAmount, of kind: AccountKind) async throws {
    try check(balance)
    try await store.write { [today = clock.today] in try $0.setBalance(balance, of: kind, on: today) }
  }

  /// Returns the personal balance minus the money saved for goals and budgeted for expenses.
  public func safeToSpend() async throws -> CurrencyAmount { try await available(in: .personal) }

  /// Returns the balance of an account minus the money saved for its goals and budgeted for its expenses.
  public func available(in account: SpendingAccount) async throws -> CurrencyAmount {
    try await store.read { [periods] in try $0.available(in: account, periods) }
  }

  /// Checks that an amount is in the range of the store.
  func check(_ amount: CurrencyAmount) throws {
    guard abs(amount.cents) <= Self.maxAmount.cents else {
      throw StoreError(rejection: "\(amount.written) is more than the maximum of \(Self.maxAmount.written)")
    }
  }
}

/// Today, and the first days of its week and month, by ISO 8601.
struct PeriodStarts: Sendable {
  let today: String
  let week: String
  let month: String

  init(clock: WallClock) {
    var calendar = clock.calendar
    calendar.firstWeekday = 2
    func start(_ component: Calendar.Component) -> String {
      let start = calendar.dateInterval(of: component, for: clock.now())?.start ?? clock.now()
      return CalendarDay(start, calendar: calendar)?.written ?? ""
    }
    (today, week, month) = (clock.today, start(.weekOfYear), start(.month))
  }
}

extension WallClock {
  /// Today by ISO 8601.
  var today: String { CalendarDay(now(), calendar: calendar)?.written ?? "" }
}
