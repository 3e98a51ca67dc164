import VocativeIntents

/// Reads the amounts of a column, all with the same sign before the cents.
enum StatementAmount {
  /// The maximum number of digits before the cents: Money keeps amounts of up to a billion.
  private static let maxDigits = 9

  /// The currencies that may follow an amount.
  private static let currencies = ["EUR", "USD", "GBP", "CHF"]
  /// The marks that may end an amount, each with whether it was spent.
  private static let marks = ["CR": false, "DR": true, "H": false, "S": true]

  /// Returns the amount of a text; nil if it is not an amount in whole cents with this sign.
  static func amount(_ text: String, _ decimals: StatementOptions.DecimalSign) -> CurrencyAmount? {
    guard let (number, isNegative) = number(in: text), let cents = digits(of: number, decimals)?.cents else { return nil }
    return CurrencyAmount(cents: isNegative ? -cents : cents)
  }

  /// Returns whether a text is a number with this sign before its decimals, of which there may be more than two.
  static func hasForm(_ text: String, _ decimals: StatementOptions.DecimalSign) -> Bool {
    number(in: text).flatMap { digits(of: $0.number, decimals) } != nil
  }

  /// Returns the digits and separators of a text; nil if it is not an amount.
  ///
  /// Reads bytes, because statements have many rows, and regular expressions take much longer.
  private static func number(in text: String) -> (number: ArraySlice<UInt8>, isNegative: Bool)? {
    guard var rest = symbols(of: text)?[...] else { return nil }
    var isNegative = false
    if rest.first == UInt8(ascii: "("), rest.last == UInt8(ascii: ")") {
      rest = rest.dropFirst().dropLast()
      isNegative = true
    }
    var signs: [UInt8] = []
    func takeSign() {
      if let sign = rest.first, isSign(sign) { signs.append(rest.removeFirst()) }
    }
    takeSign()
    if rest.count > 3, rest.prefix(3).allSatisfy(isLetter) {
      rest.removeFirst(3)
      takeSign()
    }
    let number = rest.prefix { isDigit($0) || isSeparator($0) }
    rest = rest[number.endIndex...]
    if currencies.contains(where: { rest.starts(with: $0.utf8) }) { rest.removeFirst(3) }
    takeSign()
    guard signs.count <= 1 else { return nil }
    if signs.first == UInt8(ascii: "-") { isNegative.toggle() }
    if !rest.isEmpty {
      guard let isSpent = marks[String(decoding: rest, as: UTF8.self)] else { return nil }
      if isSpent { isNegative.toggle() }
    }
    return (number, isNegative)
  }

  /// Returns a text in upper case without spaces, apostrophes and signs of currencies; nil if other characters are not ASCII.
  private static func symbols(of text: String) -> [UInt8]? {
    var symbols: [UInt8] = []
    for character in text {
      if let byte = character.asciiValue {
        guard !character.isWhitespace, character != "'", character != "$" else { continue }
        symbols.append((UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte)
      } else if character == "\u{2212}" {
        symbols.append(UInt8(ascii: "-"))
      } else if !character.isWhitespace, character != "’", !character.isCurrencySymbol {
        return nil
      }
    }
    return symbols
  }

  /// Returns digits that may have thousands separators and decimals; nil if the separators do not fit.
  private static func digits(of number: ArraySlice<UInt8>, _ decimals: StatementOptions.DecimalSign) -> Digits? {
    let (point, comma) = (UInt8(ascii: "."), UInt8(ascii: ","))
    let (decimal, thousands) = decimals == .point ? (point, comma) : (comma, point)
    let parts = number.split(separator: decimal, maxSplits: 2, omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2 else { return nil }
    let groups = first.split(separator: thousands, omittingEmptySubsequences: false)
    // No number of thousands begins with a zero.
    let haveThousands =
      (1...3).contains(groups[0].count) && groups[0].first != UInt8(ascii: "0") && groups.dropFirst().allSatisfy { $0.count == 3 }
    guard groups.count == 1 || haveThousands else { return nil }
    let fraction = parts.count == 2 ? Array(parts[1]) : []
    guard parts.count == 1 || !fraction.isEmpty, fraction.allSatisfy(isDigit), !(first.isEmpty && fraction.isEmpty) else {
      return nil
    }
    return Digits(whole: groups.flatMap(\.self), fraction: fraction)
  }

  /// The digits before and after the sign before the cents.
  private struct Digits {
    let whole: [UInt8]
    let fraction: [UInt8]

    /// The amount; nil if it is too large, or has fractions of a cent.
    var cents: Int? {
      let zero = UInt8(ascii: "0")
      guard whole.count <= StatementAmount.maxDigits, fraction.dropFirst(2).allSatisfy({ $0 == zero }) else { return nil }
      let cents = fraction.prefix(2) + Array(repeating: zero, count: max(2 - fraction.count, 0))
      return Int(String(decoding: whole + cents, as: UTF8.self))
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
  private static func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }
  private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") }
}
