public import Foundation
import Subprocess
import SystemPackage
import VocativeIntents

/// Reads journals of plain text accounting with the program that they are written for.
public struct Journal: Sendable {
  /// The programs, each with its CSV output.
  public enum Program: String, CaseIterable, Sendable {
    /// hledger: `hledger print -O csv`.
    case hledger
    /// Ledger: `ledger csv`.
    case ledger

    func arguments(for path: String) -> [String] {
      // A name must not look like an option.
      let file = path.hasPrefix("-") ? "./\(path)" : path
      switch self {
      case .hledger: return ["-f", file, "print", "-O", "csv"]
      // The owner's settings may change the format.
      case .ledger: return ["--args-only", "-f", file, "csv"]
      }
    }
  }

  private static let assets: Set<String> = ["assets", "asset", "aktiva", "vermoegen"]
  private static let maxMessage = 300

  let path: String
  let program: Program
  let options: StatementOptions

  /// Creates a reader for a journal.
  public init(path: String, program: Program, options: StatementOptions = StatementOptions()) {
    (self.path, self.program, self.options) = (path, program, options)
  }

  /// Returns the transactions of the account, or of the only asset account.
  ///
  /// - Throws: `StatementError` if the program is not installed or refuses the journal, or the account is not clear.
  public func statement() async throws -> BankStatement {
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw StatementError(path: path, reason: "it does not exist, or you may not read it", isMissing: true)
    }
    return try statement(ofOutput: try await output())
  }

  private func output() async throws -> Data {
    do {
      let result = try await Subprocess.run(
        .name(program.rawValue), arguments: Arguments(program.arguments(for: path)), input: .none,
        output: .bytes(limit: BankStatement.maxSize), error: .string(limit: 1 << 16))
      guard result.terminationStatus.isSuccess else {
        let message = result.standardError.split(separator: "\n").joined(separator: " ").prefix(Self.maxMessage)
        throw StatementError(path: path, reason: "\(program.rawValue) cannot read it: \(message)")
      }
      return Data(result.standardOutput)
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw StatementError(
        path: path, reason: "\(program.rawValue) is not installed; install it: sudo apt-get install \(program.rawValue)",
        isProgramMissing: true)
    } catch let error as SubprocessError where error.code == .outputLimitExceeded {
      throw StatementError(
        path: path,
        reason: "the output of \(program.rawValue) is larger than \(BankStatement.maxSize >> 20) MiB; split the journal by year")
    }
  }

  /// Returns the transactions of the program's CSV output.
  ///
  /// - Throws: `StatementError`.
  public func statement(ofOutput data: Data) throws(StatementError) -> BankStatement {
    let postings = try postings(of: data)
    let account = try account(among: postings)
    func isInAccount(_ posting: JournalPosting) -> Bool {
      posting.account == account || posting.account.hasPrefix(account + ":")
    }
    let others = Dictionary(grouping: postings.filter { !isInAccount($0) }, by: \.transaction)
    let rows = postings.filter(isInAccount).map { posting in
      StatementRow(
        line: posting.line, date: posting.date, amount: posting.amount, description: [posting.description],
        category: others[posting.transaction]?.first?.account.split(separator: ":").last.map(String.init) ?? "",
        currency: posting.commodity)
    }
    guard rows.count <= BankStatement.maxRows else {
      throw StatementError(path: path, reason: "it has more than \(BankStatement.maxRows) postings")
    }
    return try StatementRows(path: path, options: options).statement(of: rows)
  }

  private func postings(of data: Data) throws(StatementError) -> [JournalPosting] {
    let records: [CSVRecord]
    do throws(CSVFault) {
      records = try CSVReader(delimiter: UInt8(ascii: ",")).records(of: String(decoding: data, as: UTF8.self))
    } catch {
      throw StatementError(path: path, line: error.line, reason: "in the output of \(program.rawValue): \(error.reason)")
    }
    guard let postings = program == .hledger ? JournalPosting.ofHledger(records) : JournalPosting.ofLedger(records) else {
      throw StatementError(
        path: path, reason: "the output of \(program.rawValue) has an unknown form; update \(program.rawValue)")
    }
    guard !postings.isEmpty else { throw StatementError(path: path, reason: "it has no transactions") }
    return postings
  }

  private func account(among postings: [JournalPosting]) throws(StatementError) -> String {
    let accounts = Set(postings.map(\.account)).sorted()
    if let wanted = options.journalAccount {
      guard accounts.contains(where: { $0 == wanted || $0.hasPrefix(wanted + ":") }) else {
        throw StatementError(path: path, reason: "it has no account \"\(wanted)\"; it has: \(Self.listed(accounts))")
      }
      return wanted
    }
    let assets = accounts.filter { account in
      account.split(separator: ":").first.map { Self.assets.contains(StatementHeader.words(String($0))) } ?? false
    }
    guard assets.count == 1 else {
      let found = assets.isEmpty ? "it has no account below \"assets\"" : "it has several assets"
      throw StatementError(
        path: path,
        reason: "\(found); choose an account: --journal-account NAME, one of: \(Self.listed(assets.isEmpty ? accounts : assets))")
    }
    return assets[0]
  }

  private static func listed(_ accounts: [String]) -> String { accounts.prefix(20).joined(separator: ", ") }
}

/// A posting of a transaction.
struct JournalPosting: Equatable {
  let line: Int
  let transaction: Int
  let date: String
  let description: String
  let account: String
  let amount: String
  let commodity: String

  /// Returns the postings of hledger's output, which names its columns; nil if it has another form.
  static func ofHledger(_ records: [CSVRecord]) -> [JournalPosting]? {
    guard let names = records.first?.fields else { return [] }
    let positions = Dictionary(names.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    guard let index = positions["txnidx"], let date = positions["date"], let description = positions["description"],
      let account = positions["account"], let amount = positions["amount"], let commodity = positions["commodity"]
    else { return nil }
    var postings: [JournalPosting] = []
    for record in records.dropFirst() {
      guard record.fields.count == names.count, let transaction = Int(record.fields[index]) else { return nil }
      postings.append(
        JournalPosting(
          line: record.line, transaction: transaction, date: record.fields[date], description: record.fields[description],
          account: record.fields[account], amount: record.fields[amount], commodity: record.fields[commodity]))
    }
    return postings
  }

  /// Returns the postings of Ledger's output, whose columns are date, code, payee, account, commodity, amount, state and note; nil
  /// if it has another form.
  ///
  /// A transaction ends where the date or the payee changes, or its amounts are balanced.
  static func ofLedger(_ records: [CSVRecord]) -> [JournalPosting]? {
    var postings: [JournalPosting] = []
    var (transaction, balance) = (0, 0)
    for record in records {
      guard record.fields.count >= 6 else { return nil }
      let fields = record.fields
      if let last = postings.last, last.date != fields[0] || last.description != fields[2] || balance == 0 {
        (transaction, balance) = (transaction + 1, 0)
      }
      balance += (StatementAmount.amount(fields[5], .point) ?? StatementAmount.amount(fields[5], .comma))?.cents ?? 0
      postings.append(
        JournalPosting(
          line: record.line, transaction: transaction, date: fields[0], description: fields[2], account: fields[3],
          amount: fields[5], commodity: fields[4]))
    }
    return postings
  }
}
