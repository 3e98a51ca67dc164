import AssistantTestSupport
import Foundation
import Money
import Testing
import Vocative
import VocativeTestSupport

@Suite("The money store")
struct MoneyStoreTests {
  private let folder: TemporaryFolder
  private let store: MoneyStore
  private static let now = UTC.date(2026, 11, 20)

  init() throws {
    folder = try TemporaryFolder()
    store = try MoneyStore(sampleAt: folder.path + "/money.sqlite", clock: WallClock(now: { Self.now }, calendar: UTC.calendar))
  }

  private func dollars(_ dollars: Int) -> CurrencyAmount { CurrencyAmount(cents: dollars * 100) }

  private func saved(_ goal: Goal.ID) async throws -> CurrencyAmount? {
    try await store.goals().first { $0.id == goal }?.saved
  }

  @Test("A transfer between goals reduces one, increases the other, and keeps the sum")
  func transfer() async throws {
    let sum = try await store.goals().reduce(0) { $0 + $1.saved.cents }
    let outcome = try await store.transfer(dollars(50), from: "summer-vacation", to: "new-computer", date: Self.now)
    guard case .moved(dollars(50), let source, let destination) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(source.saved == dollars(1190))
    #expect(destination.saved == dollars(900))
    #expect(try await store.goals().reduce(0) { $0 + $1.saved.cents } == sum)
    let transfers = try await store.transfers(of: "summer-vacation")
    #expect(try await store.transfers(of: "new-computer") == transfers)
    #expect(transfers.map(\.source) == ["summer-vacation"])
    #expect(transfers.map(\.destination) == ["new-computer"])
    #expect(transfers.map(\.amount) == [dollars(50)])
    #expect(transfers.map(\.date) == [Self.now])
  }

  @Test(
    "An invalid transfer moves nothing",
    arguments: [
      (5000, "summer-vacation", "new-computer", TransferOutcome.insufficientFunds),
      (0, "summer-vacation", "new-computer", .insufficientFunds),
      (5, "summer-vacation", "summer-vacation", .missingGoal), (5, "bicycle", "new-computer", .missingGoal),
      (5, "summer-vacation", "bicycle", .missingGoal), (5000, nil, "new-computer", .insufficientFunds),
    ] as [(Int, String?, String, TransferOutcome)])
  func refusedTransfer(amount: Int, source: String?, destination: String, expected: TransferOutcome) async throws {
    let before = try await store.goals()
    #expect(try await store.transfer(dollars(amount), from: source, to: destination) == expected)
    #expect(try await store.goals() == before)
    #expect(try await store.transfers(of: "summer-vacation").isEmpty)
  }

  @Test("Money that is saved for a goal is no longer safe to spend")
  func saving() async throws {
    let safe = try await store.safeToSpend()
    _ = try await store.transfer(dollars(100), from: nil, to: "engagement-ring")
    #expect(try await store.safeToSpend() == safe - dollars(100))
    #expect(try await saved("engagement-ring") == dollars(400))
  }

  @Test("Money that is taken from a goal is safe to spend again, and in the history of the goal")
  func withdrawal() async throws {
    let safe = try await store.safeToSpend()
    #expect(try await store.withdraw(dollars(100), from: "engagement-ring")?.saved == dollars(200))
    #expect(try await store.safeToSpend() == safe + dollars(100))
    let transfers = try await store.transfers(of: "engagement-ring")
    #expect(transfers.map(\.source) == ["engagement-ring"] && transfers.map(\.destination) == [nil])
    #expect(transfers.map(\.amount) == [dollars(100)] && transfers.map(\.date) == [Self.now])
    for (amount, goal) in [(201, "engagement-ring"), (0, "engagement-ring"), (-1, "engagement-ring"), (1, "bicycle")] {
      #expect(try await store.withdraw(dollars(amount), from: goal) == nil)
    }
    try await store.completeGoal("engagement-ring")
    #expect(try await store.withdraw(dollars(1), from: "engagement-ring") == nil)
    #expect(try await store.transfers(of: "engagement-ring") == transfers)
  }

  @Test("The history of a goal keeps what it moved to and from another one that was deleted")
  func deletedGoal() async throws {
    _ = try await store.transfer(dollars(50), from: "summer-vacation", to: "new-computer")
    _ = try await store.transfer(dollars(20), from: "new-computer", to: "summer-vacation")
    try await store.deleteGoal("new-computer")
    let transfers = try await store.transfers(of: "summer-vacation")
    #expect(transfers.map(\.amount) == [dollars(20), dollars(50)])
    #expect(transfers.map(\.source) == [nil, "summer-vacation"] && transfers.map(\.destination) == ["summer-vacation", nil])
    try await store.deleteGoal("summer-vacation")
    // Nothing is left of transfers that belong to no goal.
    try OtherProgram(path: folder.path + "/money.sqlite").run(
      "CREATE TABLE none (count INTEGER CHECK (count = 0)); INSERT INTO none SELECT COUNT(*) FROM transfer")
  }

  @Test("Transfers of an earlier version stay in the histories of their goals")
  func migratedTransfers() async throws {
    let path = folder.path + "/money.sqlite"
    _ = try await store.transfer(dollars(50), from: "summer-vacation", to: "new-computer", date: Self.now)
    let before = try await store.transfers(of: "new-computer")
    try OtherProgram(path: path).run(
      """
      PRAGMA foreign_keys = OFF; ALTER TABLE transfer RENAME TO current;
      CREATE TABLE transfer (id INTEGER PRIMARY KEY AUTOINCREMENT, sourceID INTEGER REFERENCES goal(id) ON DELETE SET NULL,
        destinationID INTEGER NOT NULL REFERENCES goal(id) ON DELETE CASCADE, cents INTEGER NOT NULL CHECK (cents > 0),
        date INTEGER NOT NULL);
      INSERT INTO transfer SELECT * FROM current; DROP TABLE current;
      DELETE FROM grdb_migrations WHERE identifier LIKE 'v7:%';
      """)
    #expect(try await MoneyStore(sampleAt: path).transfers(of: "new-computer") == before)
  }

  @Test("Spending reduces the account, and reduces what is safe to spend only beyond the budget")
  func spending() async throws {
    let safe = try await store.safeToSpend()
    let balance = try #require(try await store.balance(of: .personal))
    #expect(try await store.spend(dollars(10), on: "coffee")?.left == CurrencyAmount(cents: 1250))
    #expect(try await store.balance(of: .personal) == balance - dollars(10))
    #expect(try await store.safeToSpend() == safe)
    #expect(try await store.spend(dollars(20), on: "coffee")?.left == CurrencyAmount(cents: -750))
    #expect(try await store.safeToSpend() == safe - CurrencyAmount(cents: 750))
    #expect(try await store.spend(dollars(1), on: "tea") == nil)
  }

  @Test("Shared and protected accounts do not count as safe to spend")
  func accounts() async throws {
    #expect(try await store.balance(of: .shared) == dollars(2310))
    #expect(try await store.balance(of: .protected) == dollars(8500))
    #expect(try await store.balance(of: .personal) == CurrencyAmount(cents: 612_480))
    #expect(try await store.safeToSpend() == CurrencyAmount(cents: 152_955))
  }

  @Test("A database of the first version is migrated with all its data")
  func migration() async throws {
    let path = folder.path + "/old.sqlite"
    let old = try OtherProgram(path: path)
    try old.run(
      """
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      INSERT INTO grdb_migrations VALUES ('v1: account, goals and expenses, with sample data');
      CREATE TABLE account (id INTEGER PRIMARY KEY AUTOINCREMENT, balanceCents INTEGER NOT NULL);
      CREATE TABLE goal (id INTEGER PRIMARY KEY AUTOINCREMENT, identifier TEXT NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE,
        savedCents INTEGER NOT NULL CHECK (savedCents >= 0), targetCents INTEGER NOT NULL CHECK (targetCents > 0));
      CREATE TABLE expense (id INTEGER PRIMARY KEY AUTOINCREMENT, identifier TEXT NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE,
        budgetCents INTEGER NOT NULL, spentCents INTEGER NOT NULL);
      INSERT INTO account (balanceCents) VALUES (100000);
      INSERT INTO goal (identifier, name, savedCents, targetCents) VALUES ('emergency-fund', 'Emergency Fund', 5000, 90000);
      INSERT INTO expense (identifier, name, budgetCents, spentCents) VALUES ('tea', 'Tea', 2000, 500);
      """)
    let store = try MoneyStore(path: path)
    #expect(try await store.balance(of: .personal) == dollars(1000))
    #expect(try await store.emergencyFund()?.saved == dollars(50))
    #expect(try await store.expenses().map(\.left) == [dollars(15)])
    #expect(try await store.safeToSpend() == dollars(1000 - 50 - 15))
  }

  @Test("The owner is offered phrases for safe-to-spend and for every goal")
  func suggestions() async throws {
    let titles = try await MoneyAssistant.suggestedShortcuts(store: store).map(\.title)
    #expect(titles.first == "Safe to spend")
    #expect(titles.contains("Goal progress: summer vacation"))
    #expect(titles.count == 5)
  }

  @Test("The details of a goal show its transfers")
  func details() async throws {
    _ = try await store.transfer(dollars(50), from: "summer-vacation", to: "new-computer", date: Self.now)
    let assistant = try AskedAssistant(MoneyAssistant.make(store: store))
    let answer = try await assistant.ask("show vacation details")
    #expect(answer.code == .continueInApp)
    #expect(answer.card?.rows.last == .init("November 20, 2026, 12:00", "-$50.00"))
  }
}
