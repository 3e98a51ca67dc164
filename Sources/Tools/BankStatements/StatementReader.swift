public import Foundation
import LimitedFile
import ProgramOutput
import VocativeIntents

/// Reads the CSV files of banks: columns by their names, and what fits every row.
public struct StatementReader: Sendable {
  private static let delimiters: [Character] = [",", ";", "\t", "|"]
  /// The number of records before the header, such as the name of the account.
  private static let maxPreamble = 40

  let path: String
  let options: StatementOptions

  /// Creates a reader for a file.
  public init(path: String, options: StatementOptions = StatementOptions()) {
    (self.path, self.options) = (path, options)
  }

  /// Returns the transactions.
  ///
  /// - Throws: `StatementError`.
  public func statement() throws(StatementError) -> BankStatement {
    let file = LimitedFile(path: path, limit: BankStatement.maxSize)
    let data = try file.contents { failure in
      switch failure {
      case .unreadable:
        StatementError(path: path, reason: file.unreadableReason, isMissing: true)
      case .tooLarge:
        StatementError(path: path, reason: "it is larger than \(BankStatement.maxSize >> 20) MiB; export a shorter time")
      }
    }
    return try statement(of: data)
  }

  /// Returns the transactions of the contents of the file.
  ///
  /// - Throws: `StatementError`.
  public func statement(of data: Data) throws(StatementError) -> BankStatement {
    let text = StatementText.decoded(data)
    var tables: [Table] = []
    var faults: [StatementError] = []
    // Whether a delimiter separates columns, whose names are then the fault.
    var hasColumns = false
    for delimiter in options.delimiter.map({ [$0] }) ?? Self.delimiters {
      do throws(StatementError) {
        let records = try records(of: text, delimiter)
        if let table = table(of: records) { tables.append(table) }
        if records.contains(where: { $0.fields.count > 1 }) { hasColumns = true }
      } catch {
        faults.append(error)
      }
    }
    // The right delimiter separates the most columns with known names.
    let most = tables.map(\.header.positions.count).max()
    let best = tables.filter { $0.header.positions.count == most }
    guard let table = best.first else {
      if let form = StatementText.otherForm(of: text) {
        throw StatementError(path: path, reason: "it is not a CSV file, but \(form); export CSV from your bank")
      }
      // The right delimiter reads the most lines.
      if !hasColumns, let fault = faults.max(by: { $0.line ?? 0 < $1.line ?? 0 }) { throw fault }
      throw StatementError(path: path, reason: Self.noHeader(options.columns))
    }
    guard best.count == 1 else {
      throw StatementError(path: path, reason: "several delimiters fit; name one: --delimiter \";\"")
    }
    return try statement(of: table)
  }

  private static func noHeader(_ chosen: [StatementColumn: String]) -> String {
    guard chosen.isEmpty else {
      let names = chosen.values.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      return "no line has columns called \(names), a date and an amount; check the names after --columns"
    }
    return "no line names a date and an amount; name the columns: --columns date=NAME,amount=NAME,description=NAME"
  }

  // MARK: Rows

  private struct Table {
    let header: StatementHeader
    let records: [CSVRecord]
  }

  private func records(of text: String, _ delimiter: Character) throws(StatementError) -> [CSVRecord] {
    guard let byte = delimiter.asciiValue else {
      throw StatementError(path: path, reason: "the delimiter must be an ASCII character, such as ;")
    }
    do throws(CSVFault) {
      return try CSVReader(delimiter: byte).records(of: text, limit: BankStatement.maxRows + Self.maxPreamble + 1)
    } catch {
      throw StatementError(path: path, line: error.line, reason: error.reason)
    }
  }

  /// Returns the header and the records behind it; nil if there is no header.
  private func table(of records: [CSVRecord]) -> Table? {
    for (index, record) in records.prefix(Self.maxPreamble).enumerated() {
      if let header = StatementHeader(record, chosen: options.columns) {
        return Table(header: header, records: Array(records[(index + 1)...]))
      }
    }
    return nil
  }

  private func statement(of table: Table) throws(StatementError) -> BankStatement {
    guard table.records.count <= BankStatement.maxRows else {
      throw StatementError(path: path, reason: "it has more than \(BankStatement.maxRows) rows; export a shorter time")
    }
    for record in table.records
    where record.fields.count > table.header.count && !record.fields[table.header.count...].allSatisfy(\.isEmpty) {
      throw StatementError(
        path: path, line: record.line,
        reason: "it has \(record.fields.count) fields, but the header in line \(table.header.line) has \(table.header.count)")
    }
    let amounts = [StatementColumn.amount, .debit, .credit].compactMap { table.header.positions[$0] }
    // Programs may leave out empty fields at the end, but not all amounts.
    func endsEarly(_ record: CSVRecord) -> Bool {
      let cells = amounts.filter { $0 < record.fields.count }.map { record.fields[$0] }
      return cells.count < amounts.count && cells.allSatisfy { $0.allSatisfy(\.isWhitespace) }
    }
    func cell(_ column: StatementColumn, _ record: CSVRecord) -> String {
      guard let position = table.header.positions[column], position < record.fields.count else { return "" }
      return record.fields[position].trimmingCharacters(in: .whitespacesAndNewlines)
    }
    func row(_ record: CSVRecord) -> StatementRow {
      StatementRow(
        line: record.line, date: cell(.date, record), amount: cell(.amount, record), debit: cell(.debit, record),
        credit: cell(.credit, record), fee: cell(.fee, record), direction: cell(.direction, record), state: cell(.state, record),
        description: [cell(.payee, record), cell(.description, record)], category: cell(.category, record),
        currency: cell(.currency, record))
    }
    // Some banks end with a line such as the former balance. A row that is cut off after its date still has it.
    func isFooter(_ record: CSVRecord) -> Bool {
      let footer = row(record)
      return endsEarly(record) && footer.isBooked && record.fields.count > (table.header.positions[.date] ?? 0) + 1
        && StatementOptions.DateOrder.allCases.allSatisfy { StatementDate.day(footer.date, $0) == nil }
    }
    let last = table.records.lastIndex { !isFooter($0) }
    let records = table.records.prefix(last.map { $0 + 1 } ?? table.records.count)
    if let record = records.first(where: endsEarly) {
      throw StatementError(
        path: path, line: record.line,
        reason: "it ends before the column with the amount, so the file may be cut off; export it again, or correct the line")
    }
    return try StatementRows(path: path, options: options).statement(of: records.map(row))
  }
}

/// Decodes the texts of banks.
enum StatementText {
  /// The beginnings of other files that banks offer.
  private static let otherForms = [
    ("%PDF", "PDF"), ("PK\u{3}\u{4}", "a spreadsheet or an archive"), ("OFXHEADER", "OFX"), ("<?OFX", "OFX"), ("<OFX", "OFX"),
    ("!Type:", "QIF"), ("!Account", "QIF"), ("!Option", "QIF"), (":20:", "MT940"), ("<", "XML or HTML"), ("{", "JSON"),
    ("[", "JSON"),
  ]

  /// Returns what else than CSV a text without a header seems to be; nil for any other text.
  static func otherForm(of text: String) -> String? {
    let start = text.prefix(1000).drop(while: \.isWhitespace).lowercased()
    if let form = otherForms.first(where: { start.hasPrefix($0.0.lowercased()) }) { return form.1 }
    return text.utf8.contains(0) ? "a binary file, such as a spreadsheet" : nil
  }

  /// Returns the text of UTF-8, of UTF-16 with a byte order mark, or else of Windows-1252.
  static func decoded(_ data: Data) -> String {
    if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]), let text = String(data: data, encoding: .utf16) {
      return text
    }
    let bytes = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    return String(validating: bytes, as: UTF8.self) ?? String(data: bytes, encoding: .windowsCP1252)
      ?? String(decoding: bytes, as: UTF8.self)
  }
}
