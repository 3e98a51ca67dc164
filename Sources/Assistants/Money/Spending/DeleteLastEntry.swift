public import VocativeIntents

/// Deletes what was recorded last, such as a misheard amount.
public struct DeleteLastEntry: Intent {
  /// The title of the intent.
  public static let title = "Delete the last entry"
  /// An entry is deleted once.
  public static let isEligibleForPrediction = false
  /// Without an identifier, the intent refers to the latest entry; those of imports are those of the bank.
  public static let resolvers = [
    ParameterResolver<DeleteLastEntry>(\.$entry) { intent, entry in
      if let entry { return .success(entry) }
      return try await intent.store.lastRecordedEntry().map { .success($0) } ?? .unsupported(reason: "There's nothing to delete.")
    }
  ]
  @Parameter(title: "Entry") var entry: LedgerEntry
  @Dependency private var store: MoneyStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, and says what would be deleted.
  public func confirm() async throws -> IntentResponse {
    let amount = CurrencyAmount(cents: abs(entry.amount.cents)).spoken
    let purpose = try await expense.map { " on \($0.dialogName)" } ?? ""
    let day = entry.day.written == store.clock.today ? "" : ", from \(store.clock.spoken(entry.day))"
    return .ready("Delete the \(amount) that you \(entry.amount.cents < 0 ? "spent\(purpose)" : "got")\(day)?")
  }

  /// Deletes the entry, and says what is left of its expense or what is safe to spend.
  public func perform() async throws -> IntentResponse {
    guard try await store.deleteEntry(entry.id) else { return .failure("That entry isn't there anymore.") }
    if let expense = try await expense { return .success("Deleted: \(expense.leftDialog) for \(expense.dialogName).") }
    return .success("Deleted. \(try await store.safeToSpend().safeDialog)")
  }

  /// The expense that the entry counts for, as it is now.
  private var expense: Expense? {
    get async throws { try await store.expenses().first { $0.id == entry.expense } }
  }
}

extension LedgerEntry: Entity {
  /// The permanent number; zero before the entry is stored.
  public var id: Int64 { number ?? 0 }
  /// The amount and the purpose.
  public var displayName: String { "\(amount.written) \(description)" }
  /// Finds entries in the store.
  public static let defaultQuery = EntryQuery()

  /// Finds entries in the store.
  public struct EntryQuery: EntityQuery {
    @Dependency private var store: MoneyStore

    /// Returns no entries, because an entry has no spoken name.
    public func allEntities() async throws -> [LedgerEntry] { [] }

    /// Returns the entries with these numbers that still exist.
    public func entities(for identifiers: [LedgerEntry.ID]) async throws -> [LedgerEntry] {
      try await store.entries(numbered: identifiers)
    }
  }
}
