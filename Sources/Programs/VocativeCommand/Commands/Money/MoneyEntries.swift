import ArgumentParser
import Foundation
import Money
import Vocative

/// `vocative money income AMOUNT`: records income.
struct MoneyIncome: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "income", abstract: "Record income.")
  @OptionGroup var options: MoneyOptions
  @OptionGroup var entry: EntryOptions
  @Option(help: "The account: personal or shared.")
  var account = SpendingAccount.personal
  @Argument(help: "The amount.", transform: CurrencyAmount.init(option:))
  var amount: CurrencyAmount
  @Argument(help: "The description (default: none).")
  var description = ""

  func validate() throws {
    guard amount.cents > 0 else { throw ValidationError("the amount must be more than zero") }
  }

  func run() async throws {
    let recorded = try LedgerEntry(amount, on: entry.day(), for: entry.checked(description), in: account)
    let number = try await options.store().record(recorded)
    options.print(EntryLine(recorded, number: number, result: "recorded"))
  }
}

/// `vocative money spend AMOUNT`: records spending.
struct MoneySpend: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spend", abstract: "Record spending.",
    discussion: "Example: vocative money spend 3.50 --for coffee")
  @OptionGroup var options: MoneyOptions
  @OptionGroup var entry: EntryOptions
  @Option(name: .customLong("for"), help: ArgumentHelp("The expense that it counts for (default: none).", valueName: "expense"))
  var expense: String?
  @Option(help: "The account: personal or shared (default: that of the expense, or personal).")
  var account: SpendingAccount?
  @Argument(help: "The amount.", transform: CurrencyAmount.init(option:))
  var amount: CurrencyAmount
  @Argument(help: "The description (default: none).")
  var description = ""

  func validate() throws {
    guard amount.cents > 0 else { throw ValidationError("the amount must be more than zero") }
  }

  func run() async throws {
    let store = try await options.store()
    var counted: Expense?
    if let expense { counted = try await store.expense(called: expense) }
    let recorded = try LedgerEntry(
      CurrencyAmount(cents: -amount.cents), on: entry.day(), for: entry.checked(description),
      in: account ?? counted?.account ?? .personal, of: counted?.id)
    let number = try await store.record(recorded)
    options.print(EntryLine(recorded, number: number, result: "recorded"))
  }
}

/// Options of the commands that record an entry.
struct EntryOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The day, as in 2026-11-20 (default: today).", valueName: "day"))
  var on: CalendarDay?

  func day() throws -> CalendarDay {
    guard let day = on ?? CalendarDay(Date(), calendar: .localGregorian) else { throw MoneyRefusal("give the day: --on") }
    return day
  }

  /// Returns a description that can be stored.
  func checked(_ description: String) -> String { ShortText.line(String(description.prefix(200))) }
}

/// `vocative money balance AMOUNT`: sets the balance of an account.
struct MoneyBalance: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "balance", abstract: "Set the balance of an account, as the bank reports it today.",
    discussion: "Earlier entries stay as they are. A negative balance follows \"--\".")
  @OptionGroup var options: MoneyOptions
  @Option(help: "The account: personal, shared or protected.")
  var account = MoneyStore.AccountKind.personal
  @Argument(help: "The balance.", transform: CurrencyAmount.init(option:))
  var balance: CurrencyAmount

  func run() async throws {
    let store = try await options.store()
    try await store.setBalance(balance, of: account)
    options.print(AccountLine(account: account.rawValue, balance: balance.decimal, available: nil))
  }
}

/// `vocative money entries`: lists and deletes income and spending.
struct MoneyEntries: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "entries", abstract: "List income and spending, or delete an entry.")
  @OptionGroup var options: MoneyOptions
  @Option(help: ArgumentHelp("The maximum number of entries.", valueName: "count"))
  var limit = 50
  @Option(help: ArgumentHelp("Delete the entry with this number (default: none).", valueName: "number"))
  var delete: Int64?

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be at least 1") }
  }

  func run() async throws {
    let store = try await options.store()
    if let delete {
      guard try await store.deleteEntry(delete) else { throw MoneyRefusal("there is no entry with the number \(delete)") }
      return StandardOutput.line(options.json ? "{\"number\":\(delete),\"result\":\"deleted\"}" : "deleted")
    }
    for entry in try await store.entries(limit: limit) { options.print(EntryLine(entry)) }
  }
}
