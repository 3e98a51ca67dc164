import Foundation
import ProgramOutput
import VocativeIntents

/// A row as text.
struct StatementRow {
  let line: Int
  let date: String
  /// The amount with its sign; empty if spending and income have columns of their own.
  let amount: String
  var debit = ""
  var credit = ""
  /// The additional amount spent, with or without a sign.
  var fee = ""
  /// Whether the amount was spent or received.
  var direction = ""
  /// Whether the bank has booked it.
  var state = ""
  let description: [String]
  let category: String
  let currency: String

  /// The states of payments that change no balance; some banks write them as the date.
  private static let unbooked: Set<String> = [
    "pending", "reverted", "declined", "failed", "rejected", "cancelled", "canceled", "vorgemerkt", "ausstehend", "abgelehnt",
    "offen", "umsatz vorgemerkt", "umsatz vorgemerkt und nicht gebucht",
  ]

  /// Whether the bank has booked it: payments that are pending have no date in the exports of some banks.
  var isBooked: Bool { !date.isEmpty && ![date, state].contains { Self.unbooked.contains($0.lowercased()) } }

  /// The amounts as they are written, without those that are missing.
  var amounts: [String] { [amount, debit, credit, fee].filter { !$0.isEmpty } }
}

/// Finds the dates and amounts that fit every row.
struct StatementRows {
  private static let spent: Set<String> = [
    "s", "soll", "d", "dr", "dbit", "debit", "ausgang", "lastschrift", "belastung", "withdrawal",
  ]
  private static let received: Set<String> = ["h", "haben", "c", "cr", "crdt", "credit", "eingang", "gutschrift", "deposit"]
  /// Kinds of income, in a column that names the kinds of payments.
  private static let earned: Set<String> = ["interest", "interest paid", "dividend", "zinsen", "dividende"]

  let path: String
  let options: StatementOptions

  func statement(of rows: [StatementRow]) throws(StatementError) -> BankStatement {
    let all = try rows.inOneCurrency(options.currency, path: path)
    let rows = all.filter(\.isBooked)
    let days = try days(of: rows)
    let amounts = try amounts(of: rows)
    let read = zip(rows, zip(days, amounts)).map { row, values in
      BankStatement.Row(
        line: row.line, day: values.0, amount: values.1, description: Self.text(row.description),
        category: row.category.isEmpty ? nil : Self.text([row.category]))
    }
    let changing = read.filter { $0.amount.cents != 0 }
    return BankStatement(
      rows: changing, withoutAmount: read.count - changing.count, notBooked: all.count - rows.count)
  }

  /// Returns the parts on one line; a part that repeats another is left out.
  private static func text(_ parts: [String]) -> String {
    let lines = parts.map { PrintableText.line($0).split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
    let distinct = lines.enumerated().filter { !lines[..<$0.offset].contains($0.element) }.map(\.element)
    return String(String.UnicodeScalarView(distinct.joined(separator: ", ").unicodeScalars.prefix(BankStatement.maxDescription)))
  }

  // MARK: Dates

  private func days(of rows: [StatementRow]) throws(StatementError) -> [CalendarDay] {
    let orders = options.dates.map { [$0] } ?? StatementOptions.DateOrder.allCases
    // Rows share few dates, and each is read by regular expressions.
    let dates = Set(rows.map(\.date))
    let readings = orders.map { order in
      let days = Dictionary(uniqueKeysWithValues: dates.map { ($0, StatementDate.day($0, order)) })
      return rows.map { days[$0.date] ?? nil }
    }
    let fitting = readings.compactMap { reading -> [CalendarDay]? in
      let days = reading.compactMap(\.self)
      return days.count == reading.count ? days : nil
    }
    guard let days = fitting.first else { throw dateFault(in: rows, orders, readings) }
    if fitting.count == 2, let index = days.indices.first(where: { days[$0] != fitting[1][$0] }) {
      throw StatementError(
        path: path, line: rows[index].line,
        reason:
          "\"\(rows[index].date)\" may be \(days[index].written) or \(fitting[1][index].written), and so may all other dates; "
          + "say which: --dates day-first or --dates month-first")
    }
    return days
  }

  private func dateFault(
    in rows: [StatementRow], _ orders: [StatementOptions.DateOrder], _ readings: [[CalendarDay?]]
  ) -> StatementError {
    // A date that no order can read is the fault itself.
    if let index = rows.indices.first(where: { index in readings.allSatisfy { $0[index] == nil } }) {
      let known = orders.count == 1 ? " with \(orders[0].rawValue)" : ""
      return StatementError(
        path: path, line: rows[index].line,
        reason: "\"\(rows[index].date)\" is not a date\(known); dates look like 2026-11-20, 20.11.2026 or 11/20/2026")
    }
    let lines = readings.compactMap { reading in reading.firstIndex { $0 == nil }.map { rows[$0] } }
    let odd = lines.max { $0.line < $1.line }
    return StatementError(
      path: path, line: odd?.line,
      reason: "no order of day and month fits every row: compare line \(lines.map(\.line).min() ?? 0); correct the file")
  }

  // MARK: Amounts

  private func amounts(of rows: [StatementRow]) throws(StatementError) -> [CurrencyAmount] {
    var last: StatementError?
    for sign in try decimals(of: rows) {
      do throws(StatementError) {
        var parts: [Parts] = []
        parts.reserveCapacity(rows.count)
        for row in rows { parts.append(try self.parts(of: row, sign)) }
        let (debitSign, creditSign) = (Self.debitSign(of: parts), Self.creditSign(of: parts))
        let signed = parts.map { part in
          CurrencyAmount(cents: part.amount.cents + debitSign * part.debit.cents + creditSign * part.credit.cents)
        }
        // A fee is spent in any case.
        return zip(try directed(signed, rows), parts).map { amount, part in
          CurrencyAmount(cents: options.isNegated ? -amount.cents : amount.cents) - part.fee
        }
      } catch {
        // The sign that fits more rows explains the fault better.
        if last.flatMap(\.line) ?? -1 < error.line ?? 0 { last = error }
      }
    }
    throw last ?? StatementError(path: path, reason: "it has no amounts")
  }

  /// Returns the signs before the cents that may fit all rows; if none does, all, whose faults then say why.
  ///
  /// - Throws: `StatementError` if several fit, and each would read other amounts.
  private func decimals(of rows: [StatementRow]) throws(StatementError) -> [StatementOptions.DecimalSign] {
    if let chosen = options.decimals { return [chosen] }
    let all = StatementOptions.DecimalSign.allCases
    let fitting = all.filter { sign in rows.allSatisfy { $0.amounts.allSatisfy { StatementAmount.hasForm($0, sign) } } }
    if fitting.count > 1 {
      for row in rows {
        guard let text = row.amounts.first(where: { $0.contains { $0 == "." || $0 == "," } }) else { continue }
        throw StatementError(
          path: path, line: row.line,
          reason: "\"\(text)\" may have thousands or decimals behind its sign, and so may all other amounts; "
            + "say which sign is before the cents: --decimals point or --decimals comma")
      }
    }
    return fitting.isEmpty ? all : fitting
  }

  /// The amounts of a row: the signed amount, and what its columns for spending, income and fees have; zero for what is missing.
  private typealias Parts = (amount: CurrencyAmount, debit: CurrencyAmount, credit: CurrencyAmount, fee: CurrencyAmount)

  /// Returns 1 if the minus signs of the column for spending mark what was spent, as some banks write it; -1 if they mark refunds.
  ///
  /// Most entries of the column are not refunds. If there are as many with a sign as without, the larger sum decides.
  private static func debitSign(of parts: [Parts]) -> Int {
    let debits = parts.map { $0.debit.cents }
    let majority = debits.reduce(0) { $0 + $1.signum() }
    return majority < 0 || (majority == 0 && debits.reduce(0, +) < 0) ? 1 : -1
  }

  /// Returns -1 if the column for income has a minus sign in every amount, as some credit cards write it; else 1.
  private static func creditSign(of parts: [Parts]) -> Int {
    parts.allSatisfy { $0.debit.cents >= 0 && $0.credit.cents <= 0 } ? -1 : 1
  }

  /// Returns the amounts of a row; what its columns for spending and income have is as it is written, and a fee is positive.
  private func parts(of row: StatementRow, _ sign: StatementOptions.DecimalSign) throws(StatementError) -> Parts {
    func read(_ text: String) throws(StatementError) -> CurrencyAmount {
      guard !text.isEmpty else { return CurrencyAmount(cents: 0) }
      guard let amount = StatementAmount.amount(text, sign) else {
        guard !StatementAmount.hasForm(text, sign) else {
          throw StatementError(
            path: path, line: row.line, reason: "\"\(text)\" is too large, or has fractions of a cent; correct the file")
        }
        throw StatementError(
          path: path, line: row.line,
          reason: "\"\(text)\" is not an amount like those in other rows; if cents follow a comma, say --decimals comma, else "
            + "--decimals point")
      }
      return amount
    }
    let (debit, credit, fee) = (try read(row.debit), try read(row.credit), try read(row.fee))
    guard debit.cents == 0 || credit.cents == 0 else {
      throw StatementError(path: path, line: row.line, reason: "it has both a debit and a credit")
    }
    return (try read(row.amount), debit, credit, CurrencyAmount(cents: abs(fee.cents)))
  }

  /// Applies the column that says whether an amount was spent, unless what was spent has a sign, or nothing was.
  private func directed(_ amounts: [CurrencyAmount], _ rows: [StatementRow]) throws(StatementError) -> [CurrencyAmount] {
    let directions = rows.map { $0.direction.lowercased() }
    let spent = amounts.indices.filter { Self.spent.contains(directions[$0]) }
    let positive = spent.first { amounts[$0].cents > 0 }
    let negative = spent.first { amounts[$0].cents < 0 }
    if let positive, let negative {
      // The sign marks either spending or refunds; a guess would book all of one as the other.
      let lines = [rows[positive].line, rows[negative].line].sorted()
      throw StatementError(
        path: path, line: lines[1],
        reason: "it is \"\(rows[negative].direction)\" as line \(lines[0]) is, but only one of them has a minus sign, so one is "
          + "a refund; write refunds as what was received")
    }
    guard directions.contains(where: { Self.spent.contains($0) || Self.received.contains($0) }), negative == nil,
      positive != nil || amounts.allSatisfy({ $0.cents >= 0 })
    else { return amounts }
    var directed: [CurrencyAmount] = []
    for (index, direction) in directions.enumerated() {
      let isReceived = Self.received.contains(direction) || Self.earned.contains(direction)
      guard Self.spent.contains(direction) || isReceived || amounts[index].cents == 0 else {
        throw StatementError(
          path: path, line: rows[index].line,
          reason: "\"\(rows[index].direction)\" does not say whether the amount was spent; expected debit or credit, or S or H")
      }
      directed.append(Self.spent.contains(direction) ? CurrencyAmount(cents: -amounts[index].cents) : amounts[index])
    }
    return directed
  }
}

extension [StatementRow] {
  private var currencies: [String] { Set(map { $0.currency.uppercased() }).filter { !$0.isEmpty }.sorted() }

  /// Returns the rows of the chosen currency, or all if they have one currency.
  ///
  /// - Throws: `StatementError` if no row has the chosen currency, or none is chosen and those that are booked have several.
  func inOneCurrency(_ currency: String?, path: String) throws(StatementError) -> [StatementRow] {
    if let currency {
      let chosen = filter { $0.currency.caseInsensitiveCompare(currency) == .orderedSame }
      guard chosen.isEmpty, !isEmpty else { return chosen }
      throw StatementError(
        path: path,
        reason: currencies.isEmpty
          ? "no row names a currency; leave --currency out, or name the column: --columns currency=NAME"
          : "it has no amount in \(currency); its currencies are: \(currencies.prefix(10).joined(separator: ", "))")
    }
    let currencies = filter(\.isBooked).currencies
    guard currencies.count > 1 else { return self }
    throw StatementError(
      path: path,
      reason:
        "it has amounts in several currencies: \(currencies.prefix(10).joined(separator: ", ")); choose one: --currency \(currencies[0])"
    )
  }
}
