import BankStatements
import Foundation
import Testing
import VocativeIntents
import VocativeTestSupport

@Suite("Journals")
struct JournalTests {
  private static let journal = """
    2026-11-01 opening
        assets:bank:checking   $1,000.00
        equity:opening

    2026-11-02 * Coffee Shop
        expenses:coffee   $4.50
        assets:bank:checking

    2026-11-03 Salary
        assets:bank:checking   $2,000.00
        income:salary

    """
  private static let expected = [
    "2026-11-01 1000.00 opening opening", "2026-11-02 -4.50 Coffee Shop coffee", "2026-11-03 2000.00 Salary salary",
  ]

  private func rows(_ statement: BankStatement) -> [String] {
    statement.rows.map { "\($0.day.written) \($0.amount.decimal) \($0.description) \($0.category ?? "")" }
  }

  static func isInstalled(_ program: Journal.Program) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program.rawValue)")
  }

  private static let outputs: [(Journal.Program, String)] = [
    (
      .hledger,
      """
      "txnidx","date","date2","status","code","description","comment","account","amount","commodity","credit","debit","posting-status","posting-comment"
      "1","2026-11-01","","","","opening","","assets:bank:checking","1000.00","$","","1000.00","",""
      "1","2026-11-01","","","","opening","","equity:opening","-1000.00","$","1000.00","","",""
      "2","2026-11-02","","*","","Coffee Shop","","expenses:coffee","4.50","$","","4.50","",""
      "2","2026-11-02","","*","","Coffee Shop","","assets:bank:checking","-4.50","$","4.50","","",""
      "3","2026-11-03","","","","Salary","","assets:bank:checking","2000.00","$","","2000.00","",""
      "3","2026-11-03","","","","Salary","","income:salary","-2000.00","$","2000.00","","",""
      """
    ),
    (
      .ledger,
      """
      "2026/11/01","","opening","assets:bank:checking","$","1000","",""
      "2026/11/01","","opening","equity:opening","$","-1000","",""
      "2026/11/02","","Coffee Shop","expenses:coffee","$","4.5","*",""
      "2026/11/02","","Coffee Shop","assets:bank:checking","$","-4.5","*",""
      "2026/11/03","","Salary","assets:bank:checking","$","2000","",""
      "2026/11/03","","Salary","income:salary","$","-2000","",""
      """
    ),
  ]

  @Test("The output of each program is read as the transactions of the only asset", arguments: outputs)
  func output(program: Journal.Program, text: String) throws {
    let statement = try Journal(path: "a.journal", program: program).statement(ofOutput: Data(text.utf8))
    #expect(rows(statement) == Self.expected)
  }

  @Test("Each installed program reads a journal", arguments: Journal.Program.allCases.filter(isInstalled))
  func programs(program: Journal.Program) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.journal, to: "a.journal")
    let statement = try await Journal(path: path, program: program).statement()
    #expect(rows(statement) == Self.expected)
    let broken = try folder.write("2026-11-01 x\n  a  $1\n  b  $2\n", to: "b.journal")
    await #expect(throws: StatementError.self) { try await Journal(path: broken, program: program).statement() }
  }

  @Test("The account must be clear, and an option names it")
  func accounts() throws {
    let text =
      Self.outputs[0].1 + """

        "4","2026-11-04","","","","Cash","","assets:cash","50.00","$","","50.00","",""
        "4","2026-11-04","","","","Cash","","assets:bank:checking","-50.00","$","50.00","","",""
        """
    func statement(_ account: String?) throws -> BankStatement {
      var options = StatementOptions()
      options.journalAccount = account
      return try Journal(path: "a.journal", program: .hledger, options: options).statement(ofOutput: Data(text.utf8))
    }
    do {
      _ = try statement(nil)
      Issue.record("an account was guessed")
    } catch let error as StatementError {
      #expect(
        error.description
          == "a.journal: it has several assets; choose an account: --journal-account NAME, one of: assets:bank:checking, assets:cash"
      )
    }
    #expect(try rows(statement("assets:cash")) == ["2026-11-04 50.00 Cash checking"])
    // A transfer within the chosen accounts is there twice, and changes nothing.
    #expect(try statement("assets").rows.reduce(0) { $0 + $1.amount.cents } == 299_550)
    #expect(throws: StatementError.self) { try statement("liabilities") }
  }

  @Test("Output of an unknown form is refused")
  func unknownOutput() {
    for program in Journal.Program.allCases {
      #expect(throws: StatementError.self) {
        try Journal(path: "a.journal", program: program).statement(ofOutput: Data("a,b\n1,2\n".utf8))
      }
      #expect(throws: StatementError.self) {
        try Journal(path: "a.journal", program: program).statement(ofOutput: Data())
      }
    }
  }
}
