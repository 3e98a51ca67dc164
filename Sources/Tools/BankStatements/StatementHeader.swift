import Foundation

/// The positions of the columns of a CSV file, found by their names.
struct StatementHeader: Equatable {
  /// The line, from 1.
  let line: Int
  /// The number of columns.
  let count: Int
  /// The positions by role.
  let positions: [StatementColumn: Int]

  /// The usual names in lower case without signs, the best first, in English and German.
  private static let names: [StatementColumn: [String]] = [
    .date: [
      "booking date", "date", "transaction date", "posting date", "posted date", "post date", "posted", "completed date",
      "value date",
      "started date", "buchungstag", "buchungsdatum", "buchung", "datum", "umsatzdatum", "belegdatum", "wertstellung",
      "wertstellungsdatum", "valutadatum", "valuta",
    ],
    .amount: [
      "amount", "transaction amount", "net amount", "value", "sum", "betrag", "umsatz", "buchungsbetrag", "umsatzbetrag",
      "transaktionsbetrag",
    ],
    .debit: [
      "debit", "debit amount", "withdrawal", "withdrawals", "withdrawal amount", "money out", "paid out", "spent", "out", "soll",
      "lastschrift",
      "belastung", "ausgang", "ausgabe", "ausgaben",
    ],
    .credit: [
      "credit", "credit amount", "deposit", "deposits", "deposit amount", "money in", "paid in", "received", "in", "haben",
      "gutschrift",
      "eingang", "einnahme", "einnahmen",
    ],
    .fee: ["fee", "gebuehr"],
    .direction: [
      "debit credit", "credit debit", "dr cr", "cr dr", "credit debit indicator", "debit credit indicator", "transaction type",
      "type",
      "soll haben", "s h", "soll haben kennung", "soll haben kennzeichen", "umsatztyp",
    ],
    .state: ["state", "status", "info"],
    .payee: [
      "payee", "name", "merchant", "merchant name", "counterparty", "counterparty name", "beneficiary", "recipient",
      "beguenstigter zahlungspflichtiger",
      "auftraggeber empfaenger", "auftraggeber beguenstigter", "empfaenger", "zahlungsempfaenger", "zahlungsempfaenger in",
      "zahlungspflichtiger", "name zahlungsbeteiligter", "beguenstigter", "partner name", "partnername", "haendler",
    ],
    .description: [
      "description", "details", "memo", "narration", "narrative", "transaction description", "transaction details", "particulars",
      "note", "notes",
      "reference", "payment reference", "purpose", "verwendungszweck", "buchungstext", "beschreibung", "buchungsdetails", "text",
      "zahlungsreferenz",
    ],
    .category: ["category", "categories", "kategorie", "unterkategorie"],
    .currency: ["currency", "currency code", "waehrung", "kontowaehrung"],
  ]
  /// Words that banks put behind a name: `Betrag EUR`.
  private static let units: Set<String> = [
    "eur", "euro", "usd", "gbp", "chf", "aud", "cad", "nzd", "sek", "nok", "dkk", "pln", "czk",
  ]

  /// Returns the header if a record is one: it must name a date and an amount.
  ///
  /// - Parameter chosen: The names that the owner gives, by role.
  init?(_ record: CSVRecord, chosen: [StatementColumn: String]) {
    let cells = record.fields.map(Self.spellings(of:))
    var positions: [StatementColumn: Int] = [:]
    for column in StatementColumn.allCases {
      let wanted = chosen[column].map(Self.spellings(of:)) ?? Self.names[column] ?? []
      let position = wanted.lazy.compactMap { name in cells.firstIndex { $0.contains(name) } }.first
      if let position, chosen[column] != nil || !positions.values.contains(position) { positions[column] = position }
    }
    guard positions[.date] != nil, positions[.amount] != nil || positions[.debit] != nil || positions[.credit] != nil,
      chosen.keys.allSatisfy({ positions[$0] != nil })
    else { return nil }
    // A column with the sum of both would count everything twice.
    if positions[.amount] != nil, chosen[.debit] == nil, chosen[.credit] == nil {
      positions[.debit] = nil
      positions[.credit] = nil
    }
    // An amount of another name, such as a net amount, may include the fee.
    if chosen[.fee] == nil, positions[.amount].map({ cells[$0].contains("amount") || cells[$0].contains("betrag") }) != true {
      positions[.fee] = nil
    }
    (line, count, self.positions) = (record.line, record.fields.count, positions)
  }

  /// Returns a name in lower case without signs and units: `Betrag (€)` becomes `betrag`.
  static func words(_ name: String) -> String {
    var text = name.lowercased()
    for (letter, written) in [("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")] { text = text.replacing(letter, with: written) }
    let parts = text.folding(options: .diacriticInsensitive, locale: nil).split { !($0.isLetter || $0.isNumber) }.map(String.init)
    var words = parts[...]
    while words.count > 1, let last = words.last, units.contains(last) { words.removeLast() }
    return words.joined(separator: " ")
  }

  /// Returns the spellings of a name that may be known: "in" is a word of `Paid in`, but not of `Betrag in EUR`.
  private static func spellings(of name: String) -> [String] {
    let words = words(name)
    return words.hasSuffix(" in") ? [words, String(words.dropLast(3))] : [words]
  }
}
