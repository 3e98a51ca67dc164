import AssistantTestSupport
import Foundation
import Money
import Testing
import Vocative
import VocativeStorage
import VocativeTestSupport

@Suite("The ledger of Money")
struct LedgerTests {
  private let folder: TemporaryFolder
  private let path: String
  /// A Friday.
  private static let today = UTC.date(2026, 11, 20)

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/money.sqlite"
  }

  private func store(at date: Date = today) throws -> MoneyStore {
    try MoneyStore(path: path, clock: WallClock(now: { date }, calendar: UTC.calendar))
  }

  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(written: text)) }
  private func dollars(_ dollars: Int) -> CurrencyAmount { CurrencyAmount(cents: dollars * 100) }

  @Test("A new store is empty")
  func new() async throws {
    let store = try store()
    #expect(try await store.isEmpty())
    #expect(try await store.balance(of: .personal) == nil)
    #expect(try await store.safeToSpend() == dollars(0))
    #expect(try await store.goals().isEmpty)
    #expect(try await store.expenses().isEmpty)
    #expect(try await store.entries(limit: 10).isEmpty)
  }

  @Test("The sample data of earlier versions is deleted, and data of the owner stays")
  func formerSample() async throws {
    let sample = try MoneyStore(sampleAt: path)
    #expect(try await sample.goals().count == 4)
    // The state of an earlier version: without the migrations of this one, and with the amounts in its columns.
    try OtherProgram(path: path).run(
      """
      DELETE FROM grdb_migrations WHERE identifier LIKE 'v3%' OR identifier LIKE 'v4%' OR identifier LIKE 'v5%';
      DROP TABLE entry; DROP TABLE deletedImport;
      ALTER TABLE goal DROP COLUMN account; ALTER TABLE goal DROP COLUMN isProtected; ALTER TABLE goal DROP COLUMN completedOn;
      ALTER TABLE expense DROP COLUMN account; ALTER TABLE expense DROP COLUMN period;
      ALTER TABLE expense ADD COLUMN spentCents INTEGER NOT NULL DEFAULT 0;
      UPDATE goal SET savedCents = savedCents + 5000 WHERE identifier = 'new-computer';
      INSERT INTO goal (identifier, name, savedCents, targetCents) VALUES ('boat', 'Boat', 100, 5000);
      """)
    let store = try store()
    #expect(try await store.goals().map(\.id) == ["boat"])
    #expect(try await store.expenses().isEmpty)
    #expect(try await store.balance(of: .personal) == nil)
  }

  @Test("Sample data is only added to an empty store")
  func sample() async throws {
    let store = try store()
    try await store.addSampleData()
    #expect(try await store.safeToSpend() == CurrencyAmount(cents: 152_955))
    await #expect(throws: StoreError.self) { try await store.addSampleData() }
  }

  @Test(
    "A budget is full again in the next week or month, and entries count from their day on",
    arguments: [
      // The 16th is a Monday.
      (Expense.Period.weekly, "2026-11-15", 0), (.weekly, "2026-11-16", 5), (.weekly, "2026-11-20", 5),
      (.weekly, "2026-11-21", 0), (.weekly, "2026-11-23", 0),
      (.monthly, "2026-10-31", 0), (.monthly, "2026-11-01", 5), (.monthly, "2026-11-20", 5),
      (.monthly, "2026-11-21", 0), (.monthly, "2026-12-01", 0),
    ] as [(Expense.Period, String, Int)])
  func periods(period: Expense.Period, spentOn: String, spent: Int) async throws {
    let store = try store()
    let expense = try await store.addExpense(named: "Bus", budget: dollars(20), period: period)
    try await store.record(LedgerEntry(dollars(-5), on: day(spentOn), of: expense.id))
    #expect(try await store.expenses().map(\.spent) == [dollars(spent)])
    #expect(try await store.balance(of: .personal) == dollars(spentOn <= "2026-11-20" ? -5 : 0))
  }

  @Test("An entry of a later day changes neither what is safe to spend nor the balance of the bank before its day")
  func laterEntries() async throws {
    let store = try store()
    try await store.setBalance(dollars(100), of: .personal)
    try await store.record(LedgerEntry(dollars(500), on: day("2026-12-24"), for: "Salary"))
    try await store.setBalance(dollars(100), of: .personal)
    let bus = try await store.addExpense(named: "Bus", budget: dollars(20))
    try await store.record(LedgerEntry(dollars(-5), on: day("2026-11-30"), of: bus.id))
    let goal = try await store.addGoal(named: "Trip", target: dollars(200))
    #expect(try await store.balance(of: .personal) == dollars(100))
    #expect(try await store.safeToSpend() == dollars(80))
    #expect(try await store.transfer(dollars(81), from: nil, to: goal.id) == .insufficientFunds)
    #expect(try await self.store(at: UTC.date(2026, 11, 30)).safeToSpend() == dollars(80))
    let later = try self.store(at: UTC.date(2026, 12, 24))
    #expect(try await later.balance(of: .personal) == dollars(595))
    #expect(try await later.safeToSpend() == dollars(575))
  }

  @Test("An account of which only later entries are known is empty")
  func onlyLaterEntries() async throws {
    let store = try store()
    try await store.record(LedgerEntry(dollars(500), on: day("2026-12-24")))
    #expect(try await store.balance(of: .personal) == dollars(0))
    #expect(try await store.balance(of: .shared) == nil)
  }

  @Test("Goals and expenses of the shared account leave the personal one alone")
  func accounts() async throws {
    let store = try store()
    try await store.setBalance(dollars(100), of: .personal)
    try await store.setBalance(dollars(500), of: .shared)
    let house = try await store.addGoal(named: "House", target: dollars(1000), kind: .shared)
    let trip = try await store.addGoal(named: "Trip", target: dollars(1000))
    let food = try await store.addExpense(named: "Food", budget: dollars(80), period: .weekly, account: .shared)
    #expect(try await store.available(in: .shared) == dollars(420))
    guard case .saved = try await store.transfer(dollars(400), from: nil, to: house.id) else {
      Issue.record("the shared account has enough")
      return
    }
    #expect(try await store.transfer(dollars(400), from: nil, to: trip.id) == .insufficientFunds)
    #expect(try await store.transfer(dollars(10), from: house.id, to: trip.id) == .differentAccounts)
    _ = try await store.spend(dollars(30), on: food.id)
    #expect(try await store.balance(of: .shared) == dollars(470))
    #expect(try await store.available(in: .shared) == dollars(20))
    #expect(try await store.safeToSpend() == dollars(100))
  }

  @Test("The money of a completed or deleted goal is safe to spend, and its name is free again")
  func endings() async throws {
    let store = try store()
    try await store.setBalance(dollars(100), of: .personal)
    let goal = try await store.addGoal(named: "Trip", saved: dollars(60), target: dollars(60))
    #expect(try await store.safeToSpend() == dollars(40))
    #expect(try await store.completeGoal(goal.id)?.id == goal.id)
    #expect(try await store.completeGoal(goal.id) == nil)
    #expect(try await store.safeToSpend() == dollars(100))
    #expect(try await store.completedGoals().map(\.name) == ["Trip"])
    #expect(try await store.fault(inGoalName: "trip") == nil)
    let again = try await store.addGoal(named: "Trip", saved: dollars(10), target: dollars(60))
    #expect(try await store.deleteGoal(again.id)?.saved == dollars(10))
    #expect(try await store.deleteGoal(again.id) == nil)
    #expect(try await store.goals().isEmpty)
    #expect(try await store.completedGoals().map(\.name) == ["Trip (2026-11-20, 1)"], "its record stays")
  }

  @Test("A completed protected goal is listed only among protected ones, and can be deleted")
  func completedProtectedGoal() async throws {
    let store = try store()
    for (name, kind) in [("Trip", GoalKind.personal), ("Gift", .protected)] {
      try await store.completeGoal(store.addGoal(named: name, target: dollars(60), kind: kind).id)
    }
    #expect(try await store.completedGoals().map(\.name) == ["Trip"])
    #expect(try await store.completedGoals(includingProtected: true).map(\.name) == ["Trip", "Gift"])
    #expect(try await store.deleteGoal("gift")?.name == "Gift")
    #expect(try await store.completedGoals(includingProtected: true).map(\.name) == ["Trip"])
  }

  @Test(
    "After the end of a goal, the answer says what can be spent, of which an account that was short keeps a part",
    arguments: [
      (GoalKind.personal, 60, "You have one hundred dollars safe to spend."),
      (.personal, -30, "You have ten dollars safe to spend."), (.personal, -40, "You have nothing left to spend."),
      (.personal, -50, "You have nothing left to spend. You're ten dollars short."),
      (.shared, 60, "There's one hundred dollars free in your shared account now."),
      (.shared, -30, "There's ten dollars free in your shared account now."),
      (.shared, -50, "There's nothing left in your shared account."),
    ])
  func release(kind: GoalKind, availableBefore: Int, dialog: String) async throws {
    let store = try store()
    let assistant = try AskedAssistant(MoneyAssistant.make(store: store))
    for (request, answer) in [
      ("delete my boat goal", "Deleted. \(dialog)"), ("complete my boat goal", "Your boat goal is complete. \(dialog)"),
    ] {
      try await store.setBalance(dollars(availableBefore + 40), of: kind.account == .personal ? .personal : .shared)
      try await store.addGoal(named: "Boat", saved: dollars(40), target: dollars(90), kind: kind)
      #expect(try await assistant.dialogs(for: request, "yes").last == answer)
    }
  }

  @Test("The end of a goal without money says nothing about what can be spent")
  func emptyRelease() async throws {
    let store = try store()
    try await store.addGoal(named: "Boat", target: dollars(90))
    let assistant = try AskedAssistant(MoneyAssistant.make(store: store))
    #expect(try await assistant.dialogs(for: "delete my boat goal", "yes").last == "Deleted.")
  }

  @Test("The balance of the bank can be set, and entries change it")
  func balance() async throws {
    let store = try store()
    try await store.record(LedgerEntry(dollars(50), on: day("2026-11-01")))
    try await store.setBalance(dollars(20), of: .personal)
    #expect(try await store.balance(of: .personal) == dollars(20))
    let number = try await store.record(LedgerEntry(dollars(-5), on: day("2026-11-02"), for: "tea"))
    #expect(try await store.balance(of: .personal) == dollars(15))
    #expect(try await store.entries(limit: 1).map(\.description) == ["tea"])
    #expect(try await store.deleteEntry(number))
    #expect(try await !store.deleteEntry(number))
    #expect(try await store.balance(of: .personal) == dollars(20))
  }

  @Test("Amounts of zero and beyond the maximum are refused")
  func limits() async throws {
    let store = try store()
    let today = try day("2026-11-20")
    let huge = CurrencyAmount(cents: MoneyStore.maxAmount.cents + 1)
    for amount in [CurrencyAmount(cents: 0), huge, CurrencyAmount(cents: -huge.cents)] {
      await #expect(throws: StoreError.self) { try await store.record(LedgerEntry(amount, on: today)) }
    }
    await #expect(throws: StoreError.self) { try await store.addGoal(named: "Moon", target: huge) }
    await #expect(throws: StoreError.self) { try await store.addExpense(named: "Moon", budget: huge) }
    await #expect(throws: StoreError.self) {
      try await store.add(importing: [LedgerEntry(dollars(1), on: today, source: .imported), LedgerEntry(huge, on: today)])
    }
    #expect(try await store.isEmpty())
  }

  @Test(
    "A name must be speakable, short, free, and not a word of the phrases",
    arguments: [
      ("🏖", "I need a name that can be said."), ("my goal", "I need a name that can be said."),
      ("one two three four five six seven", "That name is too long. Use up to 6 words."),
      ("Protected", "I can't use protected as a name."),
      ("🏝 Summer vacation", "You already have a summer vacation goal."),
      ("the summer vacation goal", "You already have a summer vacation goal."), ("vacation", nil),
    ] as [(String, String?)])
  func names(name: String, fault: String?) async throws {
    let store = try store()
    try await store.addGoal(named: "Summer Vacation", target: dollars(10), kind: .protected)
    #expect(try await store.fault(inGoalName: name) == fault)
  }

  // MARK: Imports

  private func rows(_ days: [String], _ description: String = "Coffee", _ amount: Int = -4) throws -> [LedgerEntry] {
    try days.map { LedgerEntry(dollars(amount), on: try day($0), for: description, source: .imported) }
  }

  @Test("Overlapping imports add each row once, and equal rows of a day as often as the file has them")
  func duplicates() async throws {
    let store = try store()
    let first = try rows(["2026-11-01", "2026-11-02", "2026-11-02"])
    #expect(try await store.plan(importing: first).new == first)
    #expect(try await store.isEmpty(), "a plan adds nothing")
    #expect(try await store.add(importing: first).new.count == 3)
    #expect(try await store.add(importing: first).duplicates == 3)
    let overlapping = try rows(["2026-11-02", "2026-11-02", "2026-11-02", "2026-11-03"])
    let plan = try await store.add(importing: overlapping)
    #expect(plan.duplicates == 2)
    #expect(plan.new.map(\.day.written) == ["2026-11-02", "2026-11-03"])
    #expect(try await store.balance(of: .personal) == dollars(-20))
    #expect(try await store.add(importing: []).new.isEmpty)
  }

  @Test("An imported entry that was deleted is not imported again, but another one like it is")
  func deletedImports() async throws {
    let store = try store()
    let imported = try rows(["2026-11-01", "2026-11-02"])
    _ = try await store.add(importing: imported)
    let recorded = try await store.record(LedgerEntry(dollars(-4), on: day("2026-11-03"), for: "Coffee"))
    let first = try #require(try await store.entries(limit: 10).first { $0.day.written == "2026-11-01" }?.number)
    for number in [first, recorded] { #expect(try await store.deleteEntry(number)) }
    let again = try await store.add(importing: imported)
    #expect(again.new.isEmpty && again.duplicates == 2)
    let more = try await store.add(importing: rows(["2026-11-01", "2026-11-01", "2026-11-03"]))
    #expect(more.duplicates == 1)
    #expect(more.new.map(\.day.written) == ["2026-11-01", "2026-11-03"])
    #expect(try await store.balance(of: .personal) == dollars(-12))
  }

  @Test("Another amount, description, account or day is another row, and a recorded entry is not a duplicate")
  func differentRows() async throws {
    let store = try store()
    try await store.record(LedgerEntry(dollars(-4), on: day("2026-11-01"), for: "Coffee"))
    let shared = LedgerEntry(dollars(-4), on: try day("2026-11-01"), for: "Coffee", in: .shared, source: .imported)
    let all =
      try rows(["2026-11-01", "2026-11-02"]) + rows(["2026-11-01"], "Tea") + rows(["2026-11-01"], "Coffee", -5) + [shared]
    #expect(try await store.add(importing: all).new.count == all.count)
  }

  @Test("Two programs write to one store at the same time without losing anything")
  func twoWriters() async throws {
    let (one, other) = (try store(), try store())
    let today = try day("2026-11-20")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in [one, other] {
        group.addTask { for _ in 0..<100 { try await store.record(LedgerEntry(CurrencyAmount(cents: 100), on: today)) } }
        group.addTask {
          _ = try await store.add(importing: [LedgerEntry(CurrencyAmount(cents: 5), on: today, source: .imported)])
        }
      }
      try await group.waitForAll()
    }
    #expect(try await one.balance(of: .personal) == CurrencyAmount(cents: 20_005))
    #expect(try await other.entries(limit: 1000).count == 201)
  }

  @Test("An assistant understands what another program has just added, and forgets what it has deleted")
  func otherProgram() async throws {
    let assistant = try AskedAssistant(MoneyAssistant.make(store: store()))
    #expect(try await assistant.dialog(for: "list my goals") == "You don't have any goals yet. Say: add a goal.")
    let other = try store()
    let goal = try await other.addGoal(named: "🎹 Piano", target: dollars(900))
    #expect(try await assistant.ask("piano goal").slots == ["goal": "piano"])
    try await other.renameGoal(goal.id, to: "Organ")
    #expect(try await assistant.ask("organ goal").slots == ["goal": "piano"])
    try await other.deleteGoal(goal.id)
    #expect(try await assistant.ask("organ goal").intent == nil)
  }

  @Test(
    "Without data, requests are answered with what to do",
    arguments: [
      ("list my goals", "You don't have any goals yet. Say: add a goal."),
      ("safe to spend", "I don't know of any money yet. Say: I earned, and how much."),
      (
        "i spent five dollars",
        "You don't have any expenses yet. Say: add an expense. Or: I spent money on something else."
      ),
      ("i spent money on something else", "How much did you spend?"),
      ("list my expenses", "You don't have any expenses yet. Say: add an expense."),
      ("move money between my goals", "You need two goals for that."),
      ("shared account", "You don't have a shared account."), ("emergency fund", "You don't have an emergency fund."),
    ])
  func withoutData(text: String, dialog: String) async throws {
    let assistant = try AskedAssistant(MoneyAssistant.make(store: store()))
    #expect(try await assistant.dialogs(for: text) == [dialog])
  }
}
