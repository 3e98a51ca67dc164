import BankStatements
import Foundation
import Testing
import VocativeIntents
import VocativeTestSupport

@Suite("The reader of bank statements")
struct StatementReaderTests {
  private func statement(
    _ text: String, encoding: String.Encoding = .utf8, _ change: (inout StatementOptions) -> Void = { _ in }
  ) throws -> BankStatement {
    var options = StatementOptions()
    change(&options)
    let data = try #require(text.data(using: encoding))
    return try StatementReader(path: "bank.csv", options: options).statement(of: data)
  }

  /// The rows as text: the day, the amount, the description and the category.
  private func rows(_ statement: BankStatement) -> [String] {
    statement.rows.map { row in
      [row.day.written, row.amount.decimal, row.description, row.category].compactMap(\.self).joined(separator: " | ")
    }
  }

  private func fault(_ text: String, _ change: (inout StatementOptions) -> Void = { _ in }) throws -> String {
    do {
      _ = try statement(text, change)
      return "no fault"
    } catch let error as StatementError {
      return error.description
    }
  }

  @Test(
    "Columns, delimiters, dates and decimal signs are found by what fits every row",
    arguments: [
      (
        "Date,Description,Amount\n2026-11-02,Coffee Shop,-4.50\n2026-11-03,Salary,\"2,000.00\"\n",
        ["2026-11-02 | -4.50 | Coffee Shop", "2026-11-03 | 2000.00 | Salary"]
      ),
      (
        "Buchungstag;Beguenstigter/Zahlungspflichtiger;Verwendungszweck;Betrag;Waehrung\r\n"
          + "02.11.26;Café;Frühstück;-1.234,56;EUR\r\n03.11.26;Firma;Gehalt;2000;EUR\r\n",
        ["2026-11-02 | -1234.56 | Café, Frühstück", "2026-11-03 | 2000.00 | Firma, Gehalt"]
      ),
      (
        "Date\tPayee\tDebit\tCredit\n11/25/2026\tRent\t950.00\t\n11/01/2026\tWork\t\t1000.00\n",
        ["2026-11-25 | -950.00 | Rent", "2026-11-01 | 1000.00 | Work"]
      ),
      (
        "Datum;Text;Soll;Haben\n1.11.2026;Miete;950,00;\n2.11.2026;Lohn;;1'000,00\n",
        ["2026-11-01 | -950.00 | Miete", "2026-11-02 | 1000.00 | Lohn"]
      ),
      (
        "Posting Date|Details|Amount (USD)|Category\n20 Nov 2026|Shop|($12.00)|Coffee\nNov 21, 2026|Shop|$5|\n",
        ["2026-11-20 | -12.00 | Shop | Coffee", "2026-11-21 | 5.00 | Shop"]
      ),
      (
        "Umsätze von Konto 1234\nZeitraum;30 Tage\n\nBuchungsdatum;Zahlungsempfänger*in;Verwendungszweck;Umsatztyp;Betrag (€)\n"
          + "20.11.26;Markt;Einkauf;Ausgang;-8,05\n20.11.26;Lohn;;Eingang;1.000\n",
        ["2026-11-20 | -8.05 | Markt, Einkauf", "2026-11-20 | 1000.00 | Lohn"]
      ),
      (
        "Buchungstag,Betrag,S/H\n20.11.2026,\"12,50\",S\n20.11.2026,\"3,00\",H\n",
        ["2026-11-20 | -12.50 | ", "2026-11-20 | 3.00 | "]
      ),
      (
        "Date,Amount,Note\n20261120T10:15:00,-1.5,\"He said \"\"hi\"\",\nthen left\"\n2026-11-21 10:15,.75,x\n",
        ["2026-11-20 | -1.50 | He said \"hi\", then left", "2026-11-21 | 0.75 | x"]
      ),
    ] as [(String, [String])])
  func formats(text: String, expected: [String]) throws {
    #expect(try rows(statement(text)) == expected)
  }

  @Test(
    "Columns named \"Paid in\" and \"Money in\" have incoming amounts, also with a currency",
    arguments: [
      "\"Date\",\"Transaction type\",\"Description\",\"Paid out\",\"Paid in\",\"Balance\"\n"
        + "\"20 Nov 2026\",\"Visa purchase\",\"Shop\",\"£12.00\",\"\",\"£88.00\"\n"
        + "\"21 Nov 2026\",\"Bank credit\",\"Work\",\"\",\"£100.00\",\"£188.00\"\n",
      "Date,Description,Money In,Money Out\n2026-11-20,Shop,,12.00\n2026-11-21,Work,100.00,\n",
      "Date,Description,Paid Out in GBP,Paid In (GBP)\n2026-11-20,Shop,12.00,\n2026-11-21,Work,,100.00\n",
    ])
  func incoming(text: String) throws {
    #expect(try rows(statement(text)) == ["2026-11-20 | -12.00 | Shop", "2026-11-21 | 100.00 | Work"])
  }

  @Test("A column is known with its unit behind \"in\"", arguments: ["Betrag in EUR", "Betrag in €", "Amount in USD"])
  func units(name: String) throws {
    let text = "Date;\(name);Fee\n2026-11-20;-12.00;1.00\n"
    #expect(try statement(text).rows.map(\.amount.decimal) == ["-13.00"])
    #expect(try statement(text) { $0.columns = [.amount: name] }.rows.map(\.amount.decimal) == ["-13.00"])
  }

  @Test("Amounts that fit both signs before the cents are refused unless a row decides, or an option says which")
  func ambiguousAmounts() throws {
    let text = "Date,Amount\n2026-11-20,3\n2026-11-20,12.500\n2026-11-21,-3.750\n"
    let fault = try fault(text)
    #expect(fault.hasPrefix("bank.csv:3: \"12.500\" may have thousands or decimals"), "\(fault)")
    #expect(fault.contains("--decimals point or --decimals comma"))
    func amounts(_ text: String, _ sign: StatementOptions.DecimalSign? = nil) throws -> [String] {
      try statement(text) { $0.decimals = sign }.rows.map(\.amount.decimal)
    }
    #expect(try amounts(text, .point) == ["3.00", "12.50", "-3.75"])
    #expect(try amounts(text, .comma) == ["3.00", "12500.00", "-3750.00"])
    #expect(try amounts(text + "2026-11-21,0.500\n") == ["3.00", "12.50", "-3.75", "0.50"])
    #expect(try amounts(text + "2026-11-21,\"1.000,00\"\n") == ["3.00", "12500.00", "-3750.00", "1000.00"])
    #expect(try amounts(text + "2026-11-21,1.000.000\n").last == "1000000.00")
  }

  @Test("A fee is spent in addition to an amount, unless the amount is a net one or the owner names only that")
  func fees() throws {
    let text = "Date,Amount,Fee\n2026-11-20,-10.00,0.50\n2026-11-20,20.00,-0.25\n2026-11-20,0.00,5\n2026-11-20,-1.00,\n"
    #expect(try statement(text).rows.map(\.amount.decimal) == ["-10.50", "19.75", "-5.00", "-1.00"])
    #expect(try statement("Date,Net amount,Fee\n2026-11-20,-10.50,0.50\n").rows.map(\.amount.decimal) == ["-10.50"])
    let named = "Date,Gross,Fee,Net\n2026-11-20,-10.00,-0.50,-10.50\n"
    #expect(try statement(named) { $0.columns = [.amount: "Net"] }.rows.map(\.amount.decimal) == ["-10.50"])
    #expect(
      try statement(named) { $0.columns = [.amount: "Gross", .fee: "Fee"] }.rows.map(\.amount.decimal) == ["-10.50"])
  }

  @Test("Reversed signs make a positive amount spending, and a fee is spent in any case")
  func reversed() throws {
    let text = "Date,Description,Amount,Fee\n2026-11-20,Shop,10.00,1.00\n2026-11-21,Refund,-4.00,\n"
    #expect(try statement(text) { $0.isNegated = true }.rows.map(\.amount.decimal) == ["-11.00", "4.00"])
  }

  @Test(
    "Rows that the bank has not booked are counted and left out",
    arguments: [
      (
        "Type,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\n"
          + "CARD_PAYMENT,2026-11-20 10:00:00,2026-11-21 09:00:00,Shop,-10.00,0.50,EUR,COMPLETED,89.50\n"
          + "CARD_PAYMENT,2026-11-21 10:00:00,,Cafe,-4.00,0.00,EUR,PENDING,\n"
          + "CARD_PAYMENT,2026-11-21 11:00:00,,Bar,-6.00,0.00,EUR,REVERTED,\n", ["2026-11-21 | -10.50 | Shop"], 2
      ),
      (
        "Buchungstag;Betrag;Info\n20.11.26;-1,00;Umsatz gebucht\n21.11.26;-6,00;Umsatz vorgemerkt\n",
        ["2026-11-20 | -1.00 | "], 1
      ),
      (
        "Started Date,Description,Amount,State\n2026-11-20,Shop,-1.00,COMPLETED\n2026-11-20,Bar,-6.00,Reverted\n",
        ["2026-11-20 | -1.00 | Shop"], 1
      ),
      (
        "Buchungsdatum;Status;Verwendungszweck;Betrag\n20.11.26;Gebucht;Markt;-8,05\n21.11.26;Vorgemerkt;Kino;-12,00\n",
        ["2026-11-20 | -8.05 | Markt"], 1
      ),
      ("Date,Amount\n,-1.00\n", [], 1),
      (
        "Buchungstag;Wertstellung (Valuta);Buchungstext;Umsatz in EUR\noffen;--;Kino;-12,00\n20.11.2026;20.11.2026;Markt;-8,05\n",
        ["2026-11-20 | -8.05 | Markt"], 1
      ),
      ("Date,Amount\nPending,-6.00\n2026-11-20,-1.00\nvorgemerkt,-2.00\n", ["2026-11-20 | -1.00 | "], 2),
      (
        "Date,Amount,Currency,State\n2026-11-20,-1.00,EUR,COMPLETED\n2026-11-20,-6.00,USD,PENDING\n", ["2026-11-20 | -1.00 | "],
        1
      ),
    ] as [(String, [String], Int)])
  func notBooked(text: String, expected: [String], count: Int) throws {
    let statement = try statement(text)
    #expect(rows(statement) == expected)
    #expect(statement.notBooked == count)
  }

  @Test("A record may lack empty fields at its end, but not its amount")
  func shortRecords() throws {
    let text = "Date,Payee,Debit,Credit,Note\n2026-11-20,Shop,1.00\n"
    #expect(try statement(text).rows.map(\.amount.decimal) == ["-1.00"])
    for end in ["2026-11-20,Shop,\n", "2026-11-20,Shop", "2026-11-20"] {
      #expect(try fault(text + end).hasPrefix("bank.csv:3: it ends before the column with the amount"), "\(end)")
    }
  }

  @Test("A line without a date at the end of a file, such as the former balance, is left out, but no row that is cut off")
  func footer() throws {
    let text =
      "\"Buchungstag\";\"Vorgang\";\"Buchungstext\";\"Umsatz in EUR\";\n\"20.11.2026\";\"Karte\";\"Markt\";\"-8,05\";\n"
    let footer = "\"Alter Kontostand\";\"1.000,00 EUR\";\n"
    #expect(try rows(statement(text + footer)) == ["2026-11-20 | -8.05 | Markt"])
    for end in [
      footer + "\"21.11.2026\";\"Karte\"", "\"21.11.2026\";\"Karte\"", "21.11.2026;", "21.11.20", "offen;", "offen;Karte",
      ";Karte",
    ] {
      #expect(try fault(text + end).contains("it ends before the column with the amount"), "\(end)")
    }
    let short = "Payee;Date;Amount\nMarkt;20.11.2026;-8,05\nKino;21.11.20"
    #expect(try fault(short).hasPrefix("bank.csv:3: it ends before the column with the amount"))
    #expect(try fault("Date,Payee,Amount\nSum,Shop\n").hasPrefix("bank.csv:2: it ends before the column with the amount"))
  }

  @Test(
    "A file that is not CSV is refused by what it is",
    arguments: [
      ("OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>\n", "OFX"), ("<?OFX OFXHEADER=\"200\"?>\n<OFX/>", "OFX"),
      ("!Type:Bank\nD11/20/2026\nT-4.50\n^\n", "QIF"), ("%PDF-1.4\n%\u{E2}\n1 0 obj", "PDF"),
      ("PK\u{3}\u{4}\u{14}\0\u{6}\0", "a spreadsheet or an archive"), ("\n <html><body>", "XML or HTML"),
      ("[{\"date\": \"2026-11-20\"}]", "JSON"), ("\u{D0}\u{CF}\u{11}\0", "a binary file, such as a spreadsheet"),
    ])
  func otherForms(text: String, form: String) throws {
    #expect(try fault(text) == "bank.csv: it is not a CSV file, but \(form); export CSV from your bank")
  }

  @Test(
    "A refund keeps its sign among amounts whose column says whether they were spent",
    arguments: [
      (
        "Date,Payee,Debit,Credit\n2026-11-20,Shop,12.00,\n2026-11-21,Fee refund,-5.00,\n2026-11-22,Work,,100.00\n",
        ["-12.00", "5.00", "100.00"]
      ),
      ("Date,Debit,Credit\n2026-11-20,-12.00,\n2026-11-21,-5.00,\n2026-11-22,,100.00\n", ["-12.00", "-5.00", "100.00"]),
      (
        "Date,Description,Debit,Credit\n2026-11-20,Shop,-10.00,\n2026-11-21,Reversal,5.00,\n2026-11-22,Salary,,100.00\n",
        ["-10.00", "5.00", "100.00"]
      ),
      (
        "Date,Debit,Credit\n2026-11-20,-10.00,\n2026-11-21,-2.00,\n2026-11-22,50.00,\n2026-11-23,,100.00\n",
        ["-10.00", "-2.00", "50.00", "100.00"]
      ),
      ("Date,Debit,Credit\n2026-11-20,10.00,\n2026-11-21,2.00,\n2026-11-22,-50.00,\n", ["-10.00", "-2.00", "50.00"]),
      (
        "Datum;Text;Betrag;Soll/Haben\n20.11.2026;Miete;950,00;S\n21.11.2026;Strom;40,00;S\n22.11.2026;Storno;-5,00;H\n"
          + "23.11.2026;Lohn;1.000,00;H\n",
        ["-950.00", "-40.00", "-5.00", "1000.00"]
      ),
      (
        "Date,Amount,Type\n2026-11-20,-12.00,DEBIT\n2026-11-21,-5.00,CREDIT\n2026-11-22,100.00,CREDIT\n2026-11-23,-1.00,FEE\n",
        ["-12.00", "-5.00", "100.00", "-1.00"]
      ),
    ] as [(String, [String])])
  func refunds(text: String, expected: [String]) throws {
    #expect(try statement(text).rows.map(\.amount.decimal) == expected)
  }

  @Test(
    "A minus sign in every amount of a column for income is not a sign of spending",
    arguments: [
      (
        "Status,Date,Description,Debit,Credit,Member Name\nCleared,12/28/2025,\"COSTCO\",398.80,,M\n"
          + "Cleared,12/21/2025,\"ONLINE PAYMENT, THANK YOU\",,-1037.98,M\n", ["-398.80", "1037.98"]
      ),
      ("Date,Debit,Credit\n2026-11-20,12.00,\n2026-11-21,,100.00\n2026-11-22,,-5.00\n", ["-12.00", "100.00", "-5.00"]),
      ("Date,Debit,Credit\n2026-11-20,-12.00,\n2026-11-21,,-5.00\n", ["-12.00", "-5.00"]),
    ] as [(String, [String])])
  func negativeIncome(text: String, expected: [String]) throws {
    #expect(try statement(text).rows.map(\.amount.decimal) == expected)
  }

  @Test("Amounts keep their signs if no row says that its amount was spent")
  func onlyIncome() throws {
    let text = "Date,Type,Description,Amount\n2026-11-20,Deposit,Work,100.00\n2026-11-21,Interest,Bank,1.50\n"
    #expect(try statement(text).rows.map(\.amount.decimal) == ["100.00", "1.50"])
  }

  @Test(
    "Spending with and without a sign is refused, because the sign may mark either spending or a refund",
    arguments: [
      (
        "Datum;Text;Betrag;Soll/Haben\n20.11.2026;Miete;950,00;S\n21.11.2026;Strom;40,00;S\n22.11.2026;Storno;-5,00;S\n",
        "bank.csv:4: it is \"S\" as line 2 is"
      ),
      ("Date,Amount,Type\n2026-11-20,-12.00,DEBIT\n2026-11-21,5.00,DEBIT\n", "bank.csv:3: it is \"DEBIT\" as line 2 is"),
      ("Date,Amount,Type\n2026-11-20,12.00,DEBIT\n2026-11-21,-5.00,FEE\n", "bank.csv:3: \"FEE\" does not say"),
      (
        "Date,Type,Amount\n2026-11-20,Interest,1.50\n2026-11-21,Credit,100.00\n2026-11-22,Purchase,12.00\n",
        "bank.csv:4: \"Purchase\" does not say"
      ),
    ])
  func mixedSigns(text: String, expected: String) throws {
    let fault = try fault(text)
    #expect(fault.hasPrefix(expected), "\(fault)")
  }

  @Test("Texts in UTF-8, UTF-16 and Windows-1252 are decoded", arguments: [String.Encoding.utf8, .utf16, .windowsCP1252])
  func encodings(encoding: String.Encoding) throws {
    let statement = try statement("Datum;Text;Betrag\n20.11.2026;Käse für 3 €;-3,00\n", encoding: encoding)
    #expect(rows(statement) == ["2026-11-20 | -3.00 | Käse für 3 €"])
  }

  @Test("Dates that fit two orders are refused unless they are the same, or an option says which")
  func ambiguousDates() throws {
    let text = "Date,Amount\n03/04/2026,1.00\n05/05/2026,2.00\n"
    let fault = try fault(text)
    #expect(fault.hasPrefix("bank.csv:2: \"03/04/2026\" may be 2026-04-03 or 2026-03-04"))
    #expect(fault.contains("--dates day-first"))
    #expect(try statement(text) { $0.dates = .dayFirst }.rows[0].day.written == "2026-04-03")
    #expect(try statement(text) { $0.dates = .monthFirst }.rows[0].day.written == "2026-03-04")
    #expect(try statement("Date,Amount\n05/05/2026,2.00\n").rows.count == 1)
    // One row that fits only one order decides for all.
    #expect(try statement(text + "13/04/2026,1.00\n").rows[0].day.written == "2026-04-03")
  }

  @Test(
    "A fault names the file, the line and the remedy",
    arguments: [
      ("Date,Amount\n2026-11-20,1.00\n2026-13-20,1.00\n", "bank.csv:3: \"2026-13-20\" is not a date"),
      ("Date,Amount\n13/01/2026,1.00\n01/13/2026,1.00\n", "bank.csv:3: no order of day and month fits every row: compare line 2"),
      ("Date,Amount\n2026-11-20,1.00\n2026-11-20,\"1,50\"\n", "bank.csv:3: \"1,50\" is not an amount"),
      ("Date,Amount\n2026-11-20,abc\n", "bank.csv:2: \"abc\" is not an amount"),
      ("Date,Amount\n2026-11-20,0.125\n", "bank.csv:2: \"0.125\" is too large, or has fractions of a cent"),
      ("Date,Amount\n2026-11-20,1.00\n2026-11-20,9999999999.00\n", "bank.csv:3: \"9999999999.00\" is too large, or has"),
      ("Date;Amount\n2026-11-20;0,125\n", "bank.csv:2: \"0,125\" is too large, or has fractions of a cent"),
      ("Date,Payee,Amount\n2026-11-20,Shop\n", "bank.csv:2: it ends before the column with the amount"),
      ("Date,Amount\n2026-11-20,1.00,extra\n", "bank.csv:2: it has 3 fields, but the header in line 1 has 2"),
      ("Date,Amount\n2026-11-20,\"1.00\n", "bank.csv:2: a quote is not closed"),
      ("Date,Amount\n2026-11-20,\"1.00\"x\n", "bank.csv:2: there is text after a closing quote"),
      (
        "\"Datum\";\"Betrag\"\n\"20.11.2026\";\"1,00\"\n\"21.11.2026\";\"1,\"00\"\n",
        "bank.csv:3: there is text after a closing quote"
      ),
      ("Date,Debit,Credit\n2026-11-20,1.00,2.00\n", "bank.csv:2: it has both a debit and a credit"),
      ("Date,Amount,S/H\n2026-11-20,1.00,S\n2026-11-20,1.00,X\n", "bank.csv:3: \"X\" does not say"),
      (
        "Date,Amount,Currency\n2026-11-20,1.00,EUR\n2026-11-20,1.00,USD\n",
        "bank.csv: it has amounts in several currencies: EUR, USD"
      ),
      ("When,How much\n2026-11-20,1.00\n", "bank.csv: no line names a date and an amount; name the columns: --columns"),
      ("", "bank.csv: no line names a date and an amount"),
      ("\"11/20/2026\",\"-45.67\",\"Shop\"\n", "bank.csv: no line names a date and an amount"),
      ("Datum;Bedrag\n20261120;\"45,00\"\n", "bank.csv: no line names a date and an amount"),
    ])
  func faults(text: String, expected: String) throws {
    let fault = try fault(text)
    #expect(fault.hasPrefix(expected), "\(fault)")
  }

  @Test("A chosen currency that no row has is refused with those of the file")
  func absentCurrency() {
    for (text, reason) in [
      ("Date,Amount,Currency\n2026-11-20,1.00,EUR\n", "it has no amount in usd; its currencies are: EUR"),
      ("Date,Amount\n2026-11-20,1.00\n", "no row names a currency; leave --currency out"),
    ] {
      let error = #expect(throws: StatementError.self) { try statement(text) { $0.currency = "usd" } }
      #expect(error?.reason.hasPrefix(reason) == true, "\(String(describing: error))")
    }
  }

  @Test("Options name the delimiter, the columns, the currency and the sign before the cents")
  func options() throws {
    let named = try statement("When;How much;For\n2026-11-20;1.00;tea\n") {
      $0.columns = [.date: "when", .amount: "How Much", .description: "for"]
      $0.delimiter = ";"
    }
    #expect(rows(named) == ["2026-11-20 | 1.00 | tea"])
    let one = try statement("Date,Amount,Currency\n2026-11-20,1.00,EUR\n2026-11-20,2.00,USD\n") { $0.currency = "usd" }
    #expect(rows(one) == ["2026-11-20 | 2.00 | "])
    #expect(
      try fault("Date;Amount\n2026-11-20;1.50\n") { $0.decimals = .comma }.hasPrefix("bank.csv:2: \"1.50\" is not an amount"))
    #expect(try fault("Date,Amount\n2026-11-20,1\n") { $0.columns = [.payee: "Nobody"] }.contains("\"Nobody\""))
  }

  @Test("Rows without an amount are counted and left out")
  func withoutAmount() throws {
    let statement = try statement("Date,Amount\n2026-11-20,\n2026-11-20,0.00\n2026-11-20,1.00\n")
    #expect(statement.rows.count == 1 && statement.withoutAmount == 2)
  }

  @Test("Descriptions have one line, no control characters and a limited length")
  func descriptions() throws {
    let long = String(repeating: "x", count: 500)
    let statement = try statement("Date,Amount,Payee,Memo\n2026-11-20,1,\"a\u{1B}[31m\n b\",\(long)\n2026-11-20,2,same,same\n")
    #expect(statement.rows[0].description.unicodeScalars.count == 200)
    #expect(!statement.rows[0].description.contains("\u{1B}") && !statement.rows[0].description.contains("\n"))
    #expect(statement.rows[1].description == "same")
  }

  @Test("Files beyond the limits are refused, as are missing ones")
  func limits() throws {
    let folder = try TemporaryFolder()
    let rows = String(repeating: "2026-11-20,1.00\n", count: BankStatement.maxRows + 1)
    #expect(try fault("Date,Amount\n" + rows).contains("more than 100000 rows"))
    let large = try folder.write(Data(count: BankStatement.maxSize + 1), to: "large.csv")
    #expect(throws: StatementError.self) { try StatementReader(path: large).statement() }
    do {
      _ = try StatementReader(path: folder.path + "/none.csv").statement()
      Issue.record("a missing file was read")
    } catch {
      #expect(error.isMissing)
    }
  }

  @Test("A hundred thousand rows are read", .timeLimit(.minutes(5)))
  func manyRows() throws {
    let rows = (0..<BankStatement.maxRows).map { "2026-11-\(10 + $0 % 20),Shop \($0),-\($0 % 100 + 1).50\n" }.joined()
    #expect(try statement("Date,Description,Amount\n" + rows).rows.count == BankStatement.maxRows)
  }
}
