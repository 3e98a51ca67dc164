import VocativeIntents

/// Reads the amounts of a column, all with the same sign before the cents.
enum StatementAmount {
  /// The maximum number of digits before the cents.
  private static let maxDigits = 10

  /// Returns the amount of a text; nil if it is not an amount with this sign.
  static func amount(_ text: String, _ decimals: StatementOptions.DecimalSign) -> CurrencyAmount? {
    var text = String(text.filter { !$0.isWhitespace && $0 != "'" && $0 != "’" && !$0.isCurrencySymbol })
      .replacing("\u{2212}", with: "-").uppercased()
    var isNegative = false
    if text.hasPrefix("("), text.hasSuffix(")") {
      text = String(text.dropFirst().dropLast())
      isNegative = true
    }
    guard
      let match = text.wholeMatch(of: #/([-+]?)(?:[A-Z]{3})?([-+]?)([\d.,]+)(?:EUR|USD|GBP|CHF)?([-+]?)(CR|DR|H|S)?/#)
    else { return nil }
    let signs = [match.1, match.2, match.4].filter { !$0.isEmpty }
    guard signs.count <= 1 else { return nil }
    if signs.first == "-" || match.5 == "DR" || match.5 == "S" { isNegative.toggle() }
    // The digits as if the point was the sign before the cents.
    let digits = decimals == .point ? String(match.3) : String(match.3.map { $0 == "," ? "." : $0 == "." ? "," : $0 })
    guard let number = digits.wholeMatch(of: #/(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d+))?/#) else { return nil }
    let whole = number.1.filter { $0 != "," }
    var cents = number.2 ?? ""
    // Three digits would rather be thousands than a fraction of a cent.
    guard cents.count != 3, !(whole.isEmpty && cents.isEmpty), whole.count <= maxDigits else { return nil }
    while cents.count > 2, cents.last == "0" { cents.removeLast() }
    guard cents.count <= 2, let value = Int(whole + cents + String(repeating: "0", count: 2 - cents.count)) else { return nil }
    return CurrencyAmount(cents: isNegative ? -value : value)
  }
}
