import ArgumentParser
import Foundation
import Money
import Vocative
import VocativeControl

/// `vocative money …`: the accounts, goals and expenses of Money.
struct MoneyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "money",
    abstract: "Manage your accounts, goals and expenses.",
    discussion: """
      Everything that Money says comes from one database. If the daemon runs, these commands show and change its database, and \
      report this on standard error; the daemon understands new names at once. --local uses your own.

      Exit status: 0 on success, 1 if there is no such goal or expense, or a name or an amount is refused.
      """,
    subcommands: [
      Show.self, MoneyGoal.self, MoneyExpense.self, MoneyIncome.self, MoneySpend.self, MoneyBalance.self, MoneyEntries.self,
      MoneyImport.self,
    ], defaultSubcommand: Show.self)

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show accounts, goals and expenses.")
    @OptionGroup var options: MoneyOptions
    @Flag(help: "Show protected goals and the protected account, too.")
    var protected = false
    @Flag(help: "Show completed goals, too.")
    var completed = false

    func run() async throws {
      let store = try await options.store()
      for kind in MoneyStore.AccountKind.allCases where kind != .protected || protected {
        guard let balance = try await store.balance(of: kind) else { continue }
        let available = try await SpendingAccount(rawValue: kind.rawValue).asyncMap { try await store.available(in: $0) }
        options.print(AccountLine(account: kind.rawValue, balance: balance.decimal, available: available?.decimal))
      }
      for goal in try await store.goals() + (protected ? store.protectedGoals() : []) { options.print(GoalLine(goal)) }
      if completed {
        for goal in try await store.completedGoals(includingProtected: protected) {
          options.print(GoalLine(goal, result: "completed"))
        }
      }
      for expense in try await store.expenses() { options.print(ExpenseLine(expense)) }
      guard try await store.isEmpty(), !options.json else { return }
      StandardOutput.line("There is nothing yet. Add a goal: vocative money goal add \"Summer vacation\" 2000")
    }
  }
}

/// Options of the commands for Money.
struct MoneyOptions: ParsableArguments {
  @OptionGroup var daemon: DaemonOptions

  @Flag(help: "Print one JSON object per line.")
  var json = false

  /// Opens the database of the running daemon, else the own one.
  ///
  /// SQLite serializes the writers of a database, and the daemon reads names again before every request.
  func store() async throws -> MoneyStore {
    guard let folder = try await daemon.reply(to: .dataFolder)?.dataFolder else {
      return try MoneyStore(path: AssistantLoader.storePath(for: MoneyAssistant.name))
    }
    guard FolderOwner(of: folder)?.act() ?? true else {
      throw MoneyRefusal("this program cannot act as the daemon's user; use your own folders: --local", status: .unavailable)
    }
    let path = "\(folder)/\(MoneyAssistant.name).sqlite"
    // The daemon could not use a database that root creates.
    guard FileManager.default.fileExists(atPath: path) else {
      throw MoneyRefusal(
        "the daemon has no database of Money; enable it: vocative assistants enable money", status: .unavailable)
    }
    return try MoneyStore(path: path)
  }

  /// Deletes what was learned about something that is gone, where its database is.
  func forget(_ gone: some Entity) async throws {
    let request = MemoryRequest(.deleteDonations(.group(gone.donationGroup)), of: [MoneyAssistant.name])
    do {
      guard try await daemon.reply(to: .memory(request), isSilent: true) == nil else { return }
    } catch is ControlFault {
      // A daemon that does not serve Money suggests nothing of it.
      return
    }
    let store = try RuntimeStore(path: AssistantLoader.storePath(for: "runtime"))
    try await AssistantMemory(assistant: MoneyAssistant.name, store: store).donations.delete(group: gone.donationGroup)
  }

  /// Suggests the goals by their current names, where their database is.
  func suggestGoals(of store: MoneyStore) async throws {
    let folder = try await daemon.reply(to: .dataFolder, isSilent: true)?.dataFolder ?? AssistantLoader.dataFolder
    let memory = AssistantMemory(assistant: MoneyAssistant.name, store: try RuntimeStore(path: "\(folder)/runtime.sqlite"))
    try await memory.suggestGoals(of: store)
  }

  func print(_ line: some MoneyLine) { StandardOutput.line(json ? line.jsonLine : line.text) }
}

/// The reason why a command for Money does nothing.
struct MoneyRefusal: Error, CustomStringConvertible, ExitStatusProviding {
  let description: String
  let exitStatus: ExitStatus

  init(_ description: String, status: ExitStatus = .no) { (self.description, exitStatus) = (description, status) }
}

extension MoneyStore {
  /// Returns the goal that has a name.
  ///
  /// - Parameter mayBeCompleted: Whether to look among completed goals if no other goal has the name.
  func goal(called name: String, mayBeCompleted: Bool = false) async throws -> Goal {
    let (open, protected) = (try await goals(), try await protectedGoals())
    if mayBeCompleted, (open + protected).called(name).isEmpty {
      let completed = try await completedGoals(includingProtected: true)
      if !completed.called(name).isEmpty {
        return try completed.filter { !$0.isProtected }
          .only(called: name, orProtected: completed.filter(\.isProtected), noun: "goal")
      }
    }
    return try open.only(called: name, orProtected: protected, noun: "goal")
  }

  /// Returns the expense that has a name.
  func expense(called name: String) async throws -> Expense {
    try await expenses().only(called: name, noun: "expense")
  }
}

extension Array where Element: Entity {
  /// Returns the one with a name or an identifier, or else those with a shorter name.
  fileprivate func called(_ name: String) -> [Element] {
    let words = SpokenText.sentence(of: name)
    if let exact = first(where: { "\($0.id)" == name || SpokenText.sentence(of: $0.displayName) == words }) { return [exact] }
    return filter { $0.spokenNames.contains(words) }
  }

  /// Returns the only one that has a name; an error does not contain the names of protected ones.
  fileprivate func only(called name: String, orProtected protected: [Element] = [], noun: String) throws -> Element {
    let remedy = protected.isEmpty ? "" : "; \"vocative money --protected\" shows protected ones, too"
    func list(_ shown: [Element]) -> String { shown.map(\.displayName).joined(separator: ", ") }
    let found = (self + protected).called(name)
    guard let first = found.first else {
      let known = isEmpty ? "there are none" : "there are: \(list(self))"
      throw MoneyRefusal("there is no \(noun) called \"\(name)\"; \(known)\(remedy)")
    }
    guard found.count == 1 else {
      let shown = list(called(name))
      throw MoneyRefusal(
        "several are called \"\(name)\"\(shown.isEmpty ? "" : ": \(shown)"); give the whole name\(remedy)")
    }
    return first
  }
}

extension Optional {
  /// The changed goal or expense; another program may have deleted it since it was found.
  func orDeleted(_ noun: String) throws(MoneyRefusal) -> Wrapped {
    guard let self else { throw MoneyRefusal("the \(noun) was just deleted") }
    return self
  }

  fileprivate func asyncMap<Result>(_ transform: (Wrapped) async throws -> Result) async rethrows -> Result? {
    guard let self else { return nil }
    return try await transform(self)
  }
}
