import ArgumentParser
import Money
import Vocative

/// `vocative money expense …`: adds and changes expenses.
struct MoneyExpense: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expense",
    abstract: "Add, rename, change and delete expenses with their budgets.",
    subcommands: [Add.self, Rename.self, Change.self, Delete.self])

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add an expense.", discussion: "Example: vocative money expense add Groceries 80 --period weekly --from shared")
    @OptionGroup var options: MoneyOptions
    @Option(help: "The period of the budget: weekly or monthly.")
    var period = Expense.Period.monthly
    @Option(help: "The account that it is paid from: personal or shared.")
    var from = SpendingAccount.personal
    @Argument(help: "The name.")
    var name: String
    @Argument(help: "The budget of a period.", transform: CurrencyAmount.init(option:))
    var budget: CurrencyAmount

    func validate() throws {
      guard budget.cents >= 0 else { throw ValidationError("the budget must not be negative") }
    }

    func run() async throws {
      let store = try await options.store()
      if let fault = try await store.fault(inExpenseName: name) { throw MoneyRefusal(fault) }
      let expense = try await store.addExpense(named: name, budget: budget, period: period, account: from)
      options.print(ExpenseLine(expense, result: "added"))
    }
  }

  struct Rename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Rename an expense; shortcuts to it keep working.")
    @OptionGroup var options: MoneyOptions
    @Argument(help: "The name.")
    var name: String
    @Argument(help: "The new name.")
    var new: String

    func run() async throws {
      let store = try await options.store()
      let expense = try await store.expense(called: name)
      if let fault = try await store.fault(inExpenseName: new, renaming: expense.id) { throw MoneyRefusal(fault) }
      let renamed = try await store.renameExpense(expense.id, to: new).orDeleted("expense")
      options.print(ExpenseLine(renamed, result: "renamed"))
    }
  }

  struct Change: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Change the budget, the period or the account of an expense.")
    @OptionGroup var options: MoneyOptions
    @Option(
      help: ArgumentHelp("The budget of a period (default: unchanged).", valueName: "amount"),
      transform: CurrencyAmount.init(option:))
    var budget: CurrencyAmount?
    @Option(help: "The period of the budget: weekly or monthly (default: unchanged).")
    var period: Expense.Period?
    @Option(help: "The account that it is paid from: personal or shared (default: unchanged).")
    var from: SpendingAccount?
    @Argument(help: "The name.")
    var name: String

    func validate() throws {
      guard budget != nil || period != nil || from != nil else { throw ValidationError("give --budget, --period or --from") }
      guard budget?.cents ?? 0 >= 0 else { throw ValidationError("the budget must not be negative") }
    }

    func run() async throws {
      let store = try await options.store()
      let expense = try await store.expense(called: name)
      let changed = try await store.changeExpense(expense.id, budget: budget, period: period, account: from)
        .orDeleted("expense")
      options.print(ExpenseLine(changed, result: "changed"))
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete an expense; what was spent stays spent.")
    @OptionGroup var options: MoneyOptions
    @Argument(help: "The name.")
    var name: String

    func run() async throws {
      let store = try await options.store()
      let expense = try await store.expense(called: name)
      let deleted = try await store.deleteExpense(expense.id).orDeleted("expense")
      try await options.forget(deleted)
      options.print(ExpenseLine(deleted, result: "deleted"))
    }
  }
}
