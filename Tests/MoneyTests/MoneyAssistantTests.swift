import AssistantTestSupport
import Money
import Testing
import Vocative
import VocativeTestSupport

@Suite("The money assistant")
struct MoneyAssistantTests {
  private let folder: TemporaryFolder
  private let path: String
  private let store: MoneyStore
  private let assistant: AskedAssistant

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/money.sqlite"
    store = try MoneyStore(sampleAt: path)
    assistant = try AskedAssistant(MoneyAssistant.make(store: store))
  }

  @Test(
    "Each phrase is understood as its intent",
    arguments: [
      ("safe to spend", "SafeToSpend", [:]),
      ("what's safe to spend", "SafeToSpend", [:]),
      ("what is safe to spend", "SafeToSpend", [:]),
      ("how much is safe to spend", "SafeToSpend", [:]),
      ("hey assistant, vacation goal", "GoalProgress", ["goal": "summer-vacation"]),
      ("my summer vacation goal", "GoalProgress", ["goal": "summer-vacation"]),
      ("how is my computer goal", "GoalProgress", ["goal": "new-computer"]),
      ("how is my ring goal doing", "GoalProgress", ["goal": "engagement-ring"]),
      ("emergency fund goal", "GoalProgress", ["goal": "emergency-fund"]),
      ("coffee expense", "ExpenseLeft", ["expense": "coffee"]),
      ("my rent expense", "ExpenseLeft", ["expense": "rent"]),
      ("how much is left for happy hour", "ExpenseLeft", ["expense": "happy-hour"]),
      ("how much is left of my grocery expense", "ExpenseLeft", ["expense": "grocery"]),
      ("list my expenses", "ListExpenses", [:]),
      ("list all of my expenses", "ListExpenses", [:]),
      ("what are my expenses", "ListExpenses", [:]),
    ] as [(String, String, [String: String])])
  func phrases(text: String, intent: String, slots: [String: String]) async throws {
    let answer = try await assistant.ask(text)
    #expect(answer.request == IntentRequest(intent: intent, values: slots))
    #expect(answer.code == .success)
  }

  @Test("The list of expenses says what is left of each, or the excess")
  func listedExpenses() async throws {
    try await store.addExpense(named: "🚕 Taxi", budget: CurrencyAmount(cents: 2_000), spent: CurrencyAmount(cents: 3_250))
    let answer = try await assistant.ask("list my expenses")
    #expect(
      answer.dialog
        == "You have five expenses: coffee with twenty two dollars and fifty cents left, "
        + "grocery with one hundred twenty six dollars and seventy five cents left, rent with nothing left, "
        + "happy hour with fifty six dollars left and taxi with twelve dollars and fifty cents over.")
    #expect(answer.card?.rows.first == .init("☕ Coffee", "$22.50 of $40.00"))
  }

  @Test("Spending may be on something else than an expense, which is a sentence, an answer and offered as one")
  func somethingElse() async throws {
    #expect(
      try await assistant.dialogs(for: "i spent three dollars", "on something else") == [
        "On which expense?",
        "Noted three dollars. You have one thousand five hundred twenty six dollars and fifty five cents safe to spend.",
      ])
    #expect(
      try await assistant.dialogs(for: "i spent money on something else", "zero dollars", "$250", "yes") == [
        "How much did you spend?", "That has to be more than zero. How much did you spend?",
        "Record that you spent two hundred fifty dollars?",
        "Noted two hundred fifty dollars. You have one thousand two hundred seventy six dollars and fifty five cents safe to spend.",
      ])
    #expect(try await store.entries(limit: 2).map(\.expense) == [nil, nil])
    for expense in ["grocery", "rent", "happy-hour"] { _ = try await store.deleteExpense(expense) }
    #expect(
      try await assistant.dialogs(for: "i spent three dollars", "blue elephants").last
        == "I didn't catch that. On which expense? You can say coffee or something else.")
  }

  @Test("Money is taken from a goal after a confirmation, and only as much as is there")
  func takeFromGoal() async throws {
    #expect(
      try await assistant.dialogs(for: "take money out of my ring goal", "four hundred dollars", "one hundred dollars", "yes")
        == [
          "How much?", "Engagement ring only has three hundred dollars. How much?",
          "Take one hundred dollars from engagement ring?",
          "Took one hundred dollars from engagement ring, which now holds two hundred dollars. "
            + "You have one thousand six hundred twenty nine dollars and fifty five cents safe to spend.",
        ])
    let all = try await assistant.dialogs(for: "take two hundred dollars out of the ring goal", "yes")
    #expect(all.last?.hasPrefix("Took two hundred dollars from engagement ring, which now holds nothing. ") == true)
    #expect(
      try await assistant.dialogs(for: "take five dollars out of ring") == ["You haven't saved any money for engagement ring."])
    try await store.addGoal(named: "Gift", target: CurrencyAmount(cents: 5000), kind: .protected)
    #expect(try await assistant.ask("take five dollars out of our gift goal").intent == "TakeFromProtectedGoal")
    #expect(
      try await assistant.dialogs(for: "take five dollars out of our gift goal")
        == ["That's private, and there's no passphrase to unlock it with."])
  }

  @Test("The entry that was recorded last is deleted after a confirmation, and imported ones stay")
  func deleteLastEntry() async throws {
    let today = try #require(WallClock().today)
    let before = try await store.entries(limit: 100)
    _ = try await assistant.dialog(for: "i spent $12.50 on coffee")
    #expect(try await assistant.dialogs(for: "i got paid", "ninety dollars").first == "How much did you get?")
    _ = try await store.add(importing: [LedgerEntry(CurrencyAmount(cents: -300), on: today, source: .imported)])
    #expect(
      try await assistant.dialogs(for: "delete my last entry", "no") == [
        "Delete the ninety dollars that you got?", "All right, I won't.",
      ])
    let income = try await assistant.dialogs(for: "undo my last entry", "yes")
    #expect(income.last?.hasPrefix("Deleted. You have ") == true)
    #expect(
      try await assistant.dialogs(for: "undo my last entry", "yes") == [
        "Delete the twelve dollars and fifty cents that you spent on coffee?",
        "Deleted: twenty two dollars and fifty cents left for coffee.",
      ])
    #expect(try await store.entries(limit: 100).filter { $0.source == .recorded } == before)
    let empty = try AskedAssistant(MoneyAssistant.make(store: MoneyStore(path: folder.path + "/empty.sqlite")))
    #expect(try await empty.dialogs(for: "delete my last entry") == ["There's nothing to delete."])
  }

  @Test("An entry of another day is named with its day before it is deleted")
  func lastEntryOfAnotherDay() async throws {
    let clock = WallClock(now: { UTC.date(2026, 11, 20) }, calendar: UTC.calendar)
    let store = try MoneyStore(path: folder.path + "/days.sqlite", clock: clock)
    try await store.record(
      LedgerEntry(CurrencyAmount(cents: -500), on: try #require(CalendarDay(written: "2026-11-19"))))
    let assistant = try AskedAssistant(MoneyAssistant.make(store: store))
    #expect(
      try await assistant.dialogs(for: "delete my last entry") == ["Delete the five dollars that you spent, from yesterday?"])
  }

  @Test("A typed sum is recorded as written, or rejected")
  func typedSums() async throws {
    #expect(try await assistant.ask("i spent $3.5 on coffee").slots["amount"] == "3.50")
    let before = try await store.expenses().map(\.spent)
    for (typed, reason) in [
      ("-$3", "That can't be less than zero."), ("€20", "I only know dollars and cents."),
      ("12:75", "12:75 isn't an amount. Write it with a point, as in $12.75."),
      ("$3.505", "I can't read $3.505 as an amount. Write it as in $3.50."),
    ] {
      #expect(try await assistant.dialogs(for: "i spent \(typed) on coffee") == [reason])
      #expect(try await assistant.dialogs(for: "i spent money on coffee", typed).last == "\(reason) How much did you spend?")
    }
    #expect(try await store.expenses().map(\.spent) == before)
  }

  @Test("Answering a question for a value with \"no\" cancels the request", arguments: ["no", "nope", "no thanks", "cancel"])
  func noToHowMuch(answer: String) async throws {
    #expect(try await assistant.dialogs(for: "save money for the vacation goal", answer) == ["How much?", "All right."])
    #expect(try await assistant.dialogs(for: "move money between my goals", answer).last == "All right.")
  }

  @Test("No amount is asked for if there is nothing to save or to move")
  func nothing() async throws {
    let store = try MoneyStore(path: folder.path + "/empty.sqlite")
    let assistant = try AskedAssistant(MoneyAssistant.make(store: store))
    for name in ["Boat", "Trip"] { try await store.addGoal(named: name, target: CurrencyAmount(cents: 10_000)) }
    for amount in ["ten dollars", "money"] {
      #expect(try await assistant.dialogs(for: "save \(amount) for my boat goal") == ["You have nothing safe to spend."])
      #expect(
        try await assistant.dialogs(for: "move \(amount) from boat to trip") == ["You haven't saved any money for boat."])
    }
  }

  @Test("A large amount above the budget is confirmed once")
  func confirmedOnce() async throws {
    let dialogs = try await assistant.dialogs(for: "i spent $600 on coffee", "yes")
    #expect(dialogs.first == "Six hundred dollars is more than you have left for coffee. Record it anyway?")
    #expect(dialogs.last?.hasPrefix("Noted six hundred dollars on coffee: ") == true)
  }

  @Test("All of the sample data can be spoken")
  func sampleData() async throws {
    let goal = try await assistant.ask("vacation goal")
    #expect(
      goal.dialog
        == "You have saved one thousand two hundred forty dollars of two thousand dollars for summer vacation. "
        + "That leaves seven hundred sixty dollars to go.")
    #expect(
      goal.card
        == ResponseCard(
          title: "🏖 Summer Vacation",
          rows: [
            .init("Saved", CurrencyAmount(cents: 124_000)), .init("Target", CurrencyAmount(cents: 200_000)),
            .init("To go", CurrencyAmount(cents: 76_000)),
          ], progress: 0.62))
    #expect(
      try await assistant.dialog(for: "coffee expense") == "You have twenty two dollars and fifty cents left for coffee.")
    #expect(try await assistant.dialog(for: "rent expense") == "You have nothing left for rent.")
    // 6,124.80 in the account, 4,390.00 saved, and 22.50 + 126.75 + 0 + 56.00 still budgeted.
    let safe = try await assistant.ask("safe to spend")
    #expect(
      safe.dialog == "You have one thousand five hundred twenty nine dollars and fifty five cents safe to spend.")
    #expect(safe.card?.rows.first == .init("Safe to spend", CurrencyAmount(cents: 152_955)))
    #expect(try await assistant.speechPlan().warnings == [])
  }

  @Test("A protected goal is private from the request that adds it")
  func protectedGoal() async throws {
    let locked = "That's private, and there's no passphrase to unlock it with."
    for text in ["add a protected goal called gift", "start a shared protected goal", "create a new protected shared goal"] {
      #expect(try await assistant.ask(text).intent == "AddProtectedGoal")
      #expect(try await assistant.dialogs(for: text) == [locked])
    }
    try await store.addGoal(named: "Gift", target: CurrencyAmount(cents: 5000), kind: .protected)
    #expect(try await assistant.dialogs(for: "gift goal") == [locked])
  }

  @Test("The answer to a public request does not say that a protected goal has the name")
  func publicName() async throws {
    try await store.addGoal(named: "Boat", target: CurrencyAmount(cents: 5000), kind: .protected)
    for request in ["add a goal called the boat", "start a shared goal called boat", "rename my vacation goal to my boat"] {
      #expect(try await assistant.dialogs(for: request) == ["I can't use that name. What should I call it?"])
    }
    #expect(
      try await assistant.dialogs(for: "rename my vacation goal to computer")
        == ["Call your summer vacation goal computer?"])
    #expect(
      try await assistant.dialogs(for: "add a goal called new computer")
        == ["You already have a new computer goal. What should I call it?"])
  }

  @Test("Amounts of zero and below zero are said in natural words")
  func naturalAmounts() async throws {
    #expect(
      try await assistant.dialog(for: "i spent $22.50 on coffee")
        == "Noted twenty two dollars and fifty cents on coffee: nothing left.")
    try await store.setBalance(CurrencyAmount(cents: -300), of: .shared)
    #expect(try await assistant.dialog(for: "shared account") == "Your shared account is three dollars short.")
    try await store.setBalance(CurrencyAmount(cents: 0), of: .shared)
    #expect(try await assistant.dialog(for: "shared account") == "Your shared account is empty.")
    try await store.addGoal(named: "Boat", target: CurrencyAmount(cents: 100))
    #expect(try await assistant.dialog(for: "list my goals")?.hasSuffix(" and boat with nothing.") == true)
    #expect(
      try await assistant.dialogs(for: "move three hundred dollars from ring to boat", "yes").last
        == "Moved three hundred dollars. Engagement ring holds nothing, boat three hundred dollars.")
  }

  @Test("A name that cannot be spoken is logged, but those of protected goals are only counted")
  func unspeakableNames() async throws {
    for (name, kind) in [("Поездка", GoalKind.personal), ("Развод", .protected)] {
      try await store.addGoal(named: name, target: CurrencyAmount(cents: 5000), kind: kind)
    }
    #expect(
      try await assistant.speechPlan().warnings == [
        "\"поездка\" cannot be spoken: some of its words have no pronunciation; add one",
        "private names that cannot be spoken, because some words have no pronunciation: 1",
      ])
  }

  @Test("A new goal is understood immediately")
  func newGoal() async throws {
    #expect(try await assistant.ask("piano goal").intent == nil)
    try await store.addGoal(named: "🎹 Piano", saved: CurrencyAmount(cents: 100), target: CurrencyAmount(cents: 90_000))
    let answer = try await assistant.ask("piano goal")
    #expect(answer.slots == ["goal": "piano"])
    #expect(
      answer.dialog == "You have saved one dollar of nine hundred dollars for piano. "
        + "That leaves eight hundred ninety nine dollars to go.")
    #expect(try await assistant.speechPlan().grammar.match(["piano", "goal"]) != nil)
  }

  @Test("A shorter name that two goals share asks which one is meant, but their full names do not")
  func sharedName() async throws {
    #expect(try await assistant.ask("vacation goal").slots == ["goal": "summer-vacation"])
    try await store.addGoal(named: "⛷ Winter Vacation", saved: CurrencyAmount(cents: 0), target: CurrencyAmount(cents: 100))
    #expect(
      try await assistant.dialogs(for: "vacation goal", "winter") == [
        "Which goal, summer vacation or winter vacation?",
        "You haven't saved anything for winter vacation yet. That leaves one dollar to go.",
      ])
    #expect(try await assistant.ask("summer vacation goal").slots == ["goal": "summer-vacation"])
    #expect(try await assistant.ask("winter vacation goal").slots == ["goal": "winter-vacation"])
  }

  @Test("A goal with an existing name gets a unique identifier")
  func sameWords() async throws {
    try await store.addGoal(named: "🏝 Summer Vacation", saved: CurrencyAmount(cents: 0), target: CurrencyAmount(cents: 100))
    #expect(try await store.goals().map(\.id).filter { $0.hasPrefix("summer") } == ["summer-vacation", "summer-vacation-2"])
  }

  @Test("A reached goal is reported as reached, even if it is exceeded")
  func reachedGoal() async throws {
    try await store.addGoal(named: "Bicycle", saved: CurrencyAmount(cents: 30_000), target: CurrencyAmount(cents: 30_000))
    try await store.addGoal(named: "Camera", saved: CurrencyAmount(cents: 30_001), target: CurrencyAmount(cents: 30_000))
    #expect(
      try await assistant.dialog(for: "bicycle goal")
        == "You've reached your bicycle goal. You have saved three hundred dollars.")
    let over = try await assistant.ask("camera goal")
    #expect(over.dialog == "You've reached your camera goal. You have saved three hundred dollars and one cent.")
    #expect(over.card?.rows.last == .init("To go", CurrencyAmount(cents: 0)))
  }

  @Test("An overspent expense is reported with the excess")
  func overspentExpense() async throws {
    try await store.addExpense(named: "🚕 Taxi", budget: CurrencyAmount(cents: 2_000), spent: CurrencyAmount(cents: 3_250))
    let answer = try await assistant.ask("taxi expense")
    #expect(answer.dialog == "You're twelve dollars and fifty cents over for taxi.")
    #expect(answer.card?.rows.first == .init("Left", CurrencyAmount(cents: -1250)))
    // The overspent amount already left the account, so it is not deducted again.
    #expect(try await store.safeToSpend() == CurrencyAmount(cents: 152_955))
  }

  @Test("If nothing is safe to spend, the dialog says so, with the shortfall if there is one")
  func nothingToSpend() async throws {
    try await store.addExpense(named: "Insurance", budget: CurrencyAmount(cents: 152_955), spent: CurrencyAmount(cents: 0))
    #expect(try await assistant.dialog(for: "safe to spend") == "You have nothing left to spend.")
    try await store.addExpense(named: "Dentist", budget: CurrencyAmount(cents: 10_000), spent: CurrencyAmount(cents: 0))
    let answer = try await assistant.ask("safe to spend")
    #expect(answer.dialog == "You have nothing left to spend. You're one hundred dollars short.")
    #expect(answer.card?.rows.first == .init("Safe to spend", CurrencyAmount(cents: -10_000)))
  }

  @Test("An empty store answers, and goals can be added to it")
  func emptyStore() async throws {
    try OtherProgram(path: path).run("DELETE FROM goal; DELETE FROM expense; DELETE FROM entry; DELETE FROM account")
    #expect(try await assistant.ask("vacation goal").intent == nil)
    #expect(try await assistant.ask("coffee expense").intent == nil)
    #expect(
      try await assistant.dialog(for: "safe to spend") == "I don't know of any money yet. Say: I earned, and how much.")
    try await store.addGoal(named: "Boat", saved: CurrencyAmount(cents: 0), target: CurrencyAmount(cents: 100))
    #expect(try await assistant.ask("boat goal").slots == ["goal": "boat"])
  }

  @Test("Stored data persists after reopening, and sample data is inserted only once")
  func reopening() async throws {
    try await store.addGoal(named: "Boat", saved: CurrencyAmount(cents: 25), target: CurrencyAmount(cents: 100))
    let goals = try await MoneyStore(path: path).goals()
    #expect(goals.count == 5)
    #expect(goals.last?.id == "boat")
    #expect(goals.last?.saved == CurrencyAmount(cents: 25))
  }
}
