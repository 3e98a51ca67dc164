public import ArgumentParser
public import BankStatements
public import Money
public import Vocative

extension CurrencyAmount {
  /// Creates an amount from a command line: `12.50`, `$1,240`.
  init(option: String) throws {
    guard let match = option.wholeMatch(of: #/(-?)\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?/#) else {
      throw ValidationError("expected an amount, as in 12.50")
    }
    let cents = (match.3 ?? "") + String(repeating: "0", count: 2 - (match.3?.count ?? 0))
    guard let amount = Self(decimal: "\(match.1)\(match.2.filter { $0 != "," }).\(cents)") else {
      throw ValidationError("it is more than the maximum of \(MoneyStore.maxAmount.written)")
    }
    self = amount
  }
}

extension CalendarDay: ExpressibleByArgument {
  /// Creates a day from a command line, in ISO 8601 format.
  public init?(argument: String) { self.init(written: argument) }
}

extension SpendingAccount: ExpressibleByArgument {}
extension MoneyStore.AccountKind: ExpressibleByArgument {}
extension Expense.Period: ExpressibleByArgument {}
extension StatementOptions.DateOrder: ExpressibleByArgument {}
extension StatementOptions.DecimalSign: ExpressibleByArgument {}

extension StatementError: ExitStatusProviding {
  /// The exit status is `unavailable` for a missing program, `noInput` for a missing file, else `data`.
  public var exitStatus: ExitStatus { isProgramMissing ? .unavailable : isMissing ? .noInput : .data }
}
