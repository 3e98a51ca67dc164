import ArgumentParser
import Money
import Vocative

/// `vocative money goal …`: adds and changes goals.
struct MoneyGoal: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "goal",
    abstract: "Add, rename, fund, complete and delete goals.",
    subcommands: [Add.self, Rename.self, Fund.self, Complete.self, Delete.self])

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a goal.", discussion: "Example: vocative money goal add \"🏖 Summer vacation\" 2000")
    @OptionGroup var options: MoneyOptions
    @Flag(help: "Save the money in the shared account.")
    var shared = false
    @Flag(help: "Protect the goal with the passphrase.")
    var protected = false
    @Option(
      help: ArgumentHelp("The amount that is saved already (default: 0).", valueName: "amount"),
      transform: CurrencyAmount.init(option:))
    var saved: CurrencyAmount?
    @Argument(help: "The name.")
    var name: String
    @Argument(help: "The amount to save.", transform: CurrencyAmount.init(option:))
    var target: CurrencyAmount

    func validate() throws {
      guard saved?.cents ?? 0 >= 0 else { throw ValidationError("--saved must not be negative") }
      guard target.cents > 0 else { throw ValidationError("the amount to save must be more than zero") }
    }

    func run() async throws {
      let store = try await options.store()
      if let fault = try await store.fault(inGoalName: name) { throw MoneyRefusal(fault) }
      let kind: GoalKind = shared ? (protected ? .sharedProtected : .shared) : (protected ? .protected : .personal)
      let goal = try await store.addGoal(named: name, saved: saved ?? CurrencyAmount(cents: 0), target: target, kind: kind)
      try await options.suggestGoals(of: store)
      options.print(GoalLine(goal, result: "added"))
    }
  }

  struct Rename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Rename a goal; shortcuts to it keep working.")
    @OptionGroup var options: MoneyOptions
    @Argument(help: "The name.")
    var name: String
    @Argument(help: "The new name.")
    var new: String

    func run() async throws {
      let store = try await options.store()
      let goal = try await store.goal(called: name)
      if let fault = try await store.fault(inGoalName: new, renaming: goal.id) { throw MoneyRefusal(fault) }
      let renamed = try await store.renameGoal(goal.id, to: new).orDeleted("goal")
      try await options.suggestGoals(of: store)
      options.print(GoalLine(renamed, result: "renamed"))
    }
  }

  struct Fund: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Save money for a goal, or take it from another goal.",
      discussion: "Only money that is safe to spend in the account of the goal can be saved.")
    @OptionGroup var options: MoneyOptions
    @Option(help: ArgumentHelp("The goal to take the money from (default: what is safe to spend).", valueName: "goal"))
    var from: String?
    @Argument(help: "The name.")
    var name: String
    @Argument(help: "The amount.", transform: CurrencyAmount.init(option:))
    var amount: CurrencyAmount

    func validate() throws {
      guard amount.cents > 0 else { throw ValidationError("the amount must be more than zero") }
    }

    func run() async throws {
      let store = try await options.store()
      let goal = try await store.goal(called: name)
      var source: Goal?
      if let from { source = try await store.goal(called: from) }
      switch try await store.transfer(amount, from: source?.id, to: goal.id) {
      case .saved(_, let goal), .moved(_, _, let goal): options.print(GoalLine(goal, result: "funded"))
      case .insufficientFunds:
        let available = if let source { source.saved } else { try await store.available(in: goal.account) }
        let place = source.map { "in \"\($0.name)\"" } ?? "safe to spend in the \(goal.account.rawValue) account"
        throw MoneyRefusal("there is not enough money: \(available.decimal) is \(place)")
      case .differentAccounts: throw MoneyRefusal("these goals are saved in different accounts")
      case .missingGoal: throw MoneyRefusal("the source and the destination must be two goals that exist")
      }
    }
  }

  struct Complete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Complete a goal; its money is then safe to spend.")
    @OptionGroup var options: MoneyOptions
    @Argument(help: "The name.")
    var name: String

    func run() async throws {
      let store = try await options.store()
      let goal = try await store.goal(called: name)
      let completed = try await store.completeGoal(goal.id).orDeleted("goal")
      try await options.forget(completed)
      options.print(GoalLine(completed, result: "completed"))
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete a goal with its history; its money is then safe to spend.")
    @OptionGroup var options: MoneyOptions
    @Argument(help: "The name.")
    var name: String

    func run() async throws {
      let store = try await options.store()
      let goal = try await store.goal(called: name, mayBeCompleted: true)
      let deleted = try await store.deleteGoal(goal.id).orDeleted("goal")
      try await options.forget(deleted)
      options.print(GoalLine(deleted, result: "deleted"))
    }
  }
}
