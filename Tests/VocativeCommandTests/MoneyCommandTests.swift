import Foundation
import Testing
import VocativeTestSupport

@Suite("vocative money", .tags(.long), .serialized)
struct MoneyCommandTests {
  private let program: VocativeProgram

  init() throws { program = try VocativeProgram(hasSample: false) }

  private func money(_ arguments: String..., input: String = "") async throws -> VocativeProgram.Outcome {
    try await program.run(["money"] + arguments, input: Data(input.utf8))
  }

  /// Expects a status and words on standard output or standard error.
  private func expect(_ outcome: VocativeProgram.Outcome, _ status: Int32, _ words: String...) {
    #expect(outcome.status == status, "\(outcome)")
    for word in words { #expect((outcome.output + outcome.error).contains(word), "\(word): \(outcome)") }
  }

  @Test("A new service has no data, and --sample tries Money without storing any")
  func fresh() async throws {
    expect(try await money(), 0, "There is nothing yet")
    let asked = try await program.run("ask", "list my goals", "safe to spend")
    #expect(asked.status == 0 && asked.output.contains("You don't have any goals yet."), "\(asked)")
    expect(try await program.run("ask", "vacation goal"), 1, "rejected")
    expect(try await program.run("ask", "--sample", "vacation goal"), 0, "one thousand two hundred forty dollars")
    expect(try await money(), 0, "There is nothing yet")
    expect(try await program.run("replay", Recording.folder + "/money/slt-breath-vacation-goal.wav"), 0, "summer-vacation")
    expect(try await money(), 0, "There is nothing yet")
  }

  @Test("Requests to sample data are neither listed nor suggested after the program")
  func forgottenSample() async throws {
    let turns = ["vacation goal", "save twenty dollars for vacation", "yes", "show vacation details", "what can you suggest"]
    let asked = try await program.run(["ask", "--sample"] + turns)
    #expect(asked.output.contains("show goal details summer vacation"), "they are suggested in the same program: \(asked)")
    #expect(!asked.output.contains("vocative activities continue"), "\(asked)")
    expect(try await program.run("replay", Recording.folder + "/money/slt-breath-vacation-goal.wav"), 0, "summer-vacation")
    for command in ["donations", "timeline", "activities"] {
      let listed = try await program.run(command)
      #expect(listed.status == 0 && listed.output.isEmpty, "\(command): \(listed)")
    }
    let suggested = try await program.run("shortcuts", "suggest", "--limit", "20")
    #expect(suggested.status == 0 && !suggested.output.contains("vacation"), "\(suggested)")
  }

  @Test("Goals are added, funded, renamed, completed and deleted, and understood at once")
  func goals() async throws {
    expect(try await money("balance", "500"), 0, "personal account: 500.00")
    expect(try await money("goal", "add", "🚲 New bike", "300"), 0, "added: goal 🚲 New bike: 0.00 of 300.00")
    expect(try await program.run("ask", "bike goal"), 0, "new-bike")
    expect(try await program.run("donations", "list", "--group", "Goal new-bike"), 0, "Goal progress: new bike")
    expect(try await money("goal", "fund", "bike", "120.50"), 0, "120.50 of 300.00")
    expect(try await money("goal", "fund", "bike", "1000"), 1, "379.50 is safe to spend in the personal account")
    expect(try await money("goal", "rename", "new bike", "Race bike"), 0, "renamed")
    expect(try await money("goal", "add", "race bike", "5"), 1, "You already have a race bike goal.")
    expect(try await money("goal", "add", "Tree house", "50", "--shared", "--protected"), 0, "(shared, protected)")
    expect(try await money("goal", "add", "Bird house", "20"), 0)
    for (name, words) in [("boat", "there are: Race bike, Bird house"), ("house", "several are called \"house\": Bird house")] {
      let refused = try await money("goal", "delete", name)
      expect(refused, 1, words, "; \"vocative money --protected\" shows protected ones, too")
      #expect(!refused.error.contains("Tree house"), "\(refused)")
    }
    expect(try await program.run("shortcuts", "suggest", "--limit", "20"), 0, "Goal progress: bird house")
    expect(try await money("goal", "rename", "bird house", "Nest box"), 0, "renamed")
    let suggested = try await program.run("shortcuts", "suggest", "--limit", "20").output
    #expect(suggested.contains("Goal progress: nest box") && !suggested.contains("bird house"), "\(suggested)")
    expect(try await money("goal", "delete", "nest box"), 0, "deleted")
    expect(try await money("goal", "complete", "race bike"), 0, "completed")
    expect(try await money("--completed"), 0, "completed: goal Race bike")
    expect(try await money("goal", "complete", "tree house"), 0, "completed")
    #expect(try await !money("--completed").output.contains("Tree house"))
    expect(try await money("--protected", "--completed"), 0, "completed: goal Race bike", "completed: goal Tree house")
    expect(try await money("goal", "complete", "tree house"), 1, "there is no goal called \"tree house\"")
    expect(try await money("goal", "delete", "tree house"), 0, "deleted")
    expect(try await money("goal", "delete", "race bike"), 0, "deleted")
    expect(try await program.run("donations", "list", "--group", "Goal new-bike"), 0)
    #expect(try await program.run("donations", "list", "--group", "Goal new-bike").output.isEmpty, "it ended with the goal")
    expect(try await money("goal", "delete", "tree house"), 1, "there is no goal called \"tree house\"")
    #expect(try await money("--json").objects.count == 1)
  }

  @Test("Expenses are added and changed, and income and spending are recorded")
  func expenses() async throws {
    expect(try await money("expense", "add", "Groceries", "80", "--period", "weekly", "--from", "shared"), 0, "weekly (shared)")
    expect(try await money("income", "1,000.5", "Salary", "--on", "2026-11-02"), 0, "recorded", "2026-11-02", "1000.50")
    expect(try await money("spend", "3.5", "--for", "groceries"), 0, "-3.50", "groceries, shared")
    #expect(try await money("entries", "--json").objects.count == 2)
    expect(try await money("expense", "change", "groceries", "--budget", "90", "--period", "monthly"), 0, "of 90.00 monthly")
    expect(try await money("expense", "rename", "groceries", "Food"), 0, "expense Food")
    expect(try await money("entries", "--delete", "1"), 0, "deleted")
    expect(try await money("entries", "--delete", "1"), 1, "no entry with the number 1")
    expect(try await money("expense", "delete", "food"), 0, "deleted")
    for wrong in [["income", "-5"], ["spend", "5,5"], ["goal", "add", "x", "0"], ["entries", "--limit", "0"], ["import"]] {
      #expect(try await program.run(["money"] + wrong).status == 64, "\(wrong)")
    }
  }

  @Test("An amount that cannot be read is refused with an example of one")
  func amounts() async throws {
    for arguments in [
      ["goal", "add", "Foo", "5x"], ["goal", "add", "Foo", "5", "--saved", "5x"], ["goal", "fund", "Foo", "5x"],
      ["expense", "add", "Foo", "5x"], ["expense", "change", "Foo", "--budget", "5x"], ["income", "5x"], ["spend", "5x"],
      ["balance", "5x"],
    ] {
      let outcome = try await program.run(["money"] + arguments)
      #expect(outcome.status == 64, "\(arguments)")
      #expect(outcome.error.contains("The value '5x' is invalid for '"), "\(outcome)")
      #expect(outcome.error.contains(">': expected an amount, as in 12.50\n"), "\(outcome)")
    }
    let large = try await program.run("money", "spend", "99999999999999")
    #expect(large.status == 64 && large.error.contains("it is more than the maximum of $1,000,000,000.00\n"), "\(large)")
  }

  @Test("A bank's file is shown first, and added once")
  func imports() async throws {
    let file = try program.folder.write(
      "Date,Description,Amount,Category\n2026-11-02,Shop,-4.50,tea\n2026-11-03,Salary,\"2,000.00\",\n", to: "bank.csv")
    _ = try await money("expense", "add", "Tea", "20")
    expect(try await money("import", "--sample", "--dry-run"), 64, "leave --sample out")
    expect(try await money("import", file, "--dry-run"), 0, "Shop  [tea]", "to import: 2 new, 0 imported before")
    expect(try await money("import", file), 1, "there was no answer", "--yes")
    expect(try await money("import", file, input: "n\n"), 1, "nothing was added")
    #expect(try await money("entries").output.isEmpty)
    expect(try await money("import", file, input: "y\n"), 0, "imported: 2 new")
    expect(try await money("import", file, "--yes"), 0, "0 new, 2 imported before")
    expect(try await money("import", file, "--negate", "--dry-run"), 0, " 4.50  Shop", "2 new")
    let fees = try program.folder.write("Date,Description,Amount,Fee\n2026-11-20,Shop,10.00,1.00\n", to: "card.csv")
    expect(try await money("import", fees, "--negate", "--dry-run"), 0, "-11.00  Shop")
    expect(try await money("import", "none.csv"), 66, "none.csv")
    let broken = try program.folder.write("Date,Amount\n2026-11-02,x\n", to: "broken.csv")
    expect(try await money("import", broken, "--yes"), 65, "broken.csv:2", "\"x\"")
    expect(try await money("import", "--sample"), 65, "there is data already")
  }

  @Test("A refund counts for the expense of its category, and rows that are not booked are counted")
  func refunds() async throws {
    let file = try program.folder.write(
      "Date,Description,Amount,Category\n2026-11-02,Shop,-5.00,coffee\n2026-11-03,Shop,2.00,coffee\n,Shop,-1.00,coffee\n",
      to: "bank.csv")
    _ = try await money("expense", "add", "Coffee", "40")
    expect(
      try await money("import", file, "--yes"), 0, "-5.00  Shop  [coffee]", " 2.00  Shop  [coffee]", "2 new", ", 1 not booked")
    expect(try await money("entries", "--delete", "1"), 0, "deleted")
    expect(try await money("import", file, "--yes"), 0, "0 new, 2 imported before")
  }

  @Test("A journal needs its program")
  func journals() async throws {
    let file = try program.folder.write("2026-11-02 Shop\n  assets:cash  $-4.50\n  expenses:tea\n", to: "a.journal")
    let missing = try await program.run(["money", "import", file], environment: ["PATH": program.folder.path])
    expect(missing, 69, "hledger is not installed; install it: sudo apt-get install hledger")
    let large = try program.folder.write("#!/bin/sh\nexec /usr/bin/head -c 17000000 /dev/zero\n", to: "bin/hledger")
    #expect(chmod(large, 0o755) == 0)
    let refused = try await program.run(["money", "import", file], environment: ["PATH": program.folder.path + "/bin"])
    expect(refused, 65, "\(file): the output of hledger is larger than 16 MiB; split the journal by year")
    for (name, format) in [("hledger", "hledger"), ("ledger", "ledger")]
    where FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)") {
      expect(try await money("import", file, "--format", format, "--dry-run"), 0, "-4.50  Shop", "1 new")
    }
  }

  @Test("A running daemon's data is changed, and understood at once")
  func daemon() async throws {
    var microphone = try SimulatedMicrophone(playing: SyntheticAudio.noise(count: 120 * 16_000).map { $0 / 1000 })
    microphone.speed = 1
    let daemon = try await DaemonProcess(
      [], device: try microphone.device, speaker: try SimulatedLoudspeaker().device, for: program)
    func run(_ arguments: String...) async throws -> VocativeProgram.Outcome {
      try await program.run(arguments, environment: ["XDG_DATA_HOME": program.folder.path + "/own"])
    }
    expect(try await run("trigger", "list my goals"), 0, "You don't have any goals yet.")
    let added = try await run("money", "goal", "add", "Piano", "900")
    expect(added, 0, "using the running daemon at \(daemon.socket)")
    expect(try await run("trigger", "piano goal"), 0, "GoalProgress(goal: piano)")
    expect(try await run("trigger", "add a goal called boat"), 0, "How much")
    expect(try await run("trigger", "fifty dollars"), 0, "boat")
    expect(try await run("trigger", "yes"), 0, "Added.")
    expect(try await run("money"), 0, "goal Piano", "goal Boat")
    expect(try await run("money", "--local"), 0, "There is nothing yet")
    _ = await daemon.end()
  }
}
