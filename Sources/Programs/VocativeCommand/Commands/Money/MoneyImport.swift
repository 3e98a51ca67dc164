import ArgumentParser
import BankStatements
import Foundation
import Money
import Vocative

/// `vocative money import FILE`: imports the exports of banks, and journals.
struct MoneyImport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import a bank's CSV file, or a journal of hledger or Ledger.",
    discussion: """
      The columns are found by their names, in English or German. The delimiter, the order of dates and the sign before the cents are \
      those that fit every row; if several do, an option says which. Rows that an earlier import has added are left out, so that exports \
      may overlap. A row whose category is the name of an expense counts for it; what was received is a refund.

      Journals are read with hledger or ledger, which must be installed: "hledger print -O csv" and "ledger csv".

      The import shows what it would add, and asks before it adds anything.

      Exit status: 0 on success, 1 if the answer is no, 65 if the file has faults, 66 if it is missing, 69 if hledger or ledger is missing.
      """)

  /// The forms of files.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case csv, hledger, ledger
  }

  @OptionGroup var options: MoneyOptions

  @Option(help: "The form of the file: csv, hledger or ledger (default: by its name; .journal, .hledger and .j are hledger's).")
  var format: Format?
  @Option(help: "The account: personal or shared.")
  var account = SpendingAccount.personal
  @Option(help: ArgumentHelp("The character between fields, or tab (default: the one that fits).", valueName: "character"))
  var delimiter: String?
  @Option(help: "The order of dates such as 03/04/2026: day-first or month-first (default: the one that fits).")
  var dates: StatementOptions.DateOrder?
  @Option(help: "The sign before the cents: point or comma (default: the one that fits).")
  var decimals: StatementOptions.DecimalSign?
  @Option(
    help: ArgumentHelp(
      "Names of columns by role: \(StatementColumn.allCases.map(\.rawValue).joined(separator: ", ")) (default: usual names).",
      valueName: "role=name,…"))
  var columns: String?
  @Option(help: ArgumentHelp("Import only amounts in this currency (default: the only one).", valueName: "code"))
  var currency: String?
  @Option(help: ArgumentHelp("The account of a journal, such as assets:checking (default: the only asset).", valueName: "name"))
  var journalAccount: String?
  @Flag(help: "Reverse all signs, for credit cards whose spending is positive.")
  var negate = false
  @Flag(help: "Only show what would be added.")
  var dryRun = false
  @Flag(help: "Add without asking.")
  var yes = false
  @Flag(help: "Add sample data, to try Money with; only if there is no data yet.")
  var sample = false
  @Argument(help: "The file; not with --sample.", completion: .file())
  var file: String?

  /// The number of entries that are shown first and last.
  private static let shown = 10

  func validate() throws {
    guard (file != nil) != sample else { throw ValidationError("give a file, or --sample") }
    try InputPath.requireNamed([file], "<file>")
    guard !(dryRun && yes) else { throw ValidationError("--dry-run and --yes exclude each other") }
    guard !(dryRun && sample) else { throw ValidationError("--dry-run shows the rows of a file; leave --sample out") }
    _ = try statementOptions()
  }

  func run() async throws {
    guard let file else {
      try await options.store().addSampleData()
      return StandardOutput.line(options.json ? "{\"result\":\"sample\"}" : "added sample data")
    }
    // Before the database: the daemon's user may not read the file.
    let statement = try await statement(of: file)
    let store = try await options.store()
    let entries = try await entries(of: statement, in: store)
    var plan = try await store.plan(importing: entries)
    show(plan.new)
    let mayAdd = try await mayAdd(plan, statement)
    if mayAdd { plan = try await store.add(importing: entries) }
    options.print(
      ImportLine(
        new: plan.new.count, duplicates: plan.duplicates, withoutAmount: statement.withoutAmount,
        notBooked: statement.notBooked, imported: mayAdd))
  }

  private func statementOptions() throws -> StatementOptions {
    var result = StatementOptions()
    (result.dates, result.decimals, result.currency) = (dates, decimals, currency)
    (result.journalAccount, result.isNegated) = (journalAccount, negate)
    if let delimiter {
      guard delimiter == "tab" || delimiter.count == 1 else { throw ValidationError("--delimiter takes one character, or tab") }
      result.delimiter = delimiter == "tab" ? "\t" : delimiter.first
    }
    for part in columns?.split(separator: ",") ?? [] {
      let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard pair.count == 2, let column = StatementColumn(rawValue: pair[0]) else {
        throw ValidationError("--columns takes roles and names, as in date=Booked,amount=Total")
      }
      result.columns[column] = pair[1]
    }
    return result
  }

  private func statement(of file: String) async throws -> BankStatement {
    let options = try statementOptions()
    let ending = (file as NSString).pathExtension.lowercased()
    let byName: Format = ["journal", "hledger", "j"].contains(ending) ? .hledger : ending == "ledger" ? .ledger : .csv
    switch format ?? byName {
    case .csv: return try StatementReader(path: file, options: options).statement()
    case .hledger: return try await Journal(path: file, program: .hledger, options: options).statement()
    case .ledger: return try await Journal(path: file, program: .ledger, options: options).statement()
    }
  }

  private func entries(of statement: BankStatement, in store: MoneyStore) async throws -> [LedgerEntry] {
    let expenses = try await store.expenses().filter { $0.account == account }
    var categories: [String: Expense.ID?] = [:]
    func expense(of category: String) -> Expense.ID? {
      if let known = categories[category] { return known }
      let words = SpokenText.sentence(of: category)
      let found = expenses.first { $0.spokenNames.first == words || $0.id == category }?.id
      categories[category] = .some(found)
      return found
    }
    return statement.rows.map { row in
      LedgerEntry(
        row.amount, on: row.day, for: row.description, in: account, of: row.category.flatMap(expense), source: .imported)
    }
  }

  private func show(_ entries: [LedgerEntry]) {
    let isShort = options.json || entries.count <= 2 * Self.shown
    for entry in isShort ? entries[...] : entries.prefix(Self.shown) { options.print(EntryLine(entry)) }
    guard !isShort else { return }
    StandardOutput.line("… and \(entries.count - 2 * Self.shown) more")
    for entry in entries.suffix(Self.shown) { options.print(EntryLine(entry)) }
  }

  /// Returns whether to add the entries; asks if the command line does not say it.
  private func mayAdd(_ plan: ImportPlan, _ statement: BankStatement) async throws -> Bool {
    guard !plan.new.isEmpty, !dryRun else { return false }
    guard !yes else { return true }
    let count = CountedNoun(plan.new.count, "new row")
    StandardError.write("Add \(count) to the \(account.rawValue) account (\(plan.duplicates) imported before)? [y/N] ")
    guard let answer = await StandardInput.line() else {
      StandardError.write("\n")
      throw MoneyRefusal("nothing was added, because there was no answer; add without asking: --yes")
    }
    guard ["y", "yes", "j", "ja"].contains(answer.trimmingCharacters(in: .whitespaces).lowercased()) else {
      throw MoneyRefusal("nothing was added")
    }
    return true
  }
}
