/// Converts figures to words: amounts of money, times, dates, ordinals, thousands, a minus sign.
enum WrittenFigures {
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
  ]
  /// The plurals of common currencies; any other has its Unicode name.
  private static let currencies: [Character: String] = ["€": "euros", "£": "pounds", "¥": "yen", "₹": "rupees", "¢": "cents"]
  private static let clock = FigureJoint.clockMarker
  private static let decimal = FigureJoint.decimalMarker
  private static let word = FigureJoint.wordMarker
  private static let inside = FigureJoint.insideMarker
  private static let broken = FigureJoint.brokenMarker
  private static let end = FigureJoint.endMarker

  /// Returns a lower-case text with its figures spelled out as far as `WrittenText` needs it, with marked joints between them.
  static func spelledOut(_ text: String, reading: WrittenText.Reading) -> String {
    var text = text.filter { FigureJoint(marker: $0) == nil && $0 != end }
    if text.contains("oclock") { text = text.replacing(#/(^|[^a-z])oclock\b/#) { "\($0.1)o'clock" } }
    guard text.contains(where: \.isWholeNumber) else { return text }
    // Most figures are plain numbers, and each search takes time.
    var spelled = text
    if has(",", in: text) { spelled = spelled.replacing(#/(\d),(?=\d{3}(?!\d))/#) { "\($0.1)" } }
    if has("-", in: text) || hasWord(of: months.map { String($0.prefix(3)) }, in: text) { spelled = dates(in: spelled) }
    if reading == .measured || text.contains(where: \.isCurrencySymbol) || hasWord(of: ["usd", "dollar", "buck"], in: text) {
      spelled = money(in: spelled, reading: reading)
    }
    if reading == .measured || hasUnit(in: text) {
      spelled = durations(in: spelled, reading: reading)
    }
    if reading == .plain, hasWord(of: ["0s", "0's", "0’s"], in: spelled) { spelled = decades(in: spelled) }
    if has(":", in: spelled) { spelled = times(in: spelled) }
    if has(".", in: spelled) || has(",", in: spelled) { spelled = numbers(in: spelled) }
    guard spelled.contains(where: { ".,:/−–-".contains($0) }) || hasWord(of: ["st", "nd", "rd", "th"], in: spelled) else {
      return spelled
    }
    return
      spelled
      .replacing(#/\b(\d{1,3})(?:st|nd|rd|th)\b/#) { match in Int(match.1).map(ordinal) ?? String(match.0) }
      .replacing(#/(^|[\s(:])[-−–](?=[\d.])/#) { "\($0.1)minus\(word) " }
      .replacing(#/(\d)\s*[\/:−–\-]\s*(?=\d)|(\d),(?=\d)/#) { "\($0.1 ?? $0.2 ?? "")\(broken)" }
      // Each run of marks is matched once, whatever follows: searching for one before a figure would take time for each mark of each run.
      .replacing(#/([.,:\/−–\-\s]+)(\d?)/#) { match in
        match.2.isEmpty ? String(match.0) : breaking(match.1) + match.2
      }
  }

  /// Returns a run of marks and spaces before a figure with a break in place of its marks, except for one directly behind a word.
  ///
  /// A separate dash before a figure may be a minus sign.
  private static func breaking(_ run: Substring) -> String {
    let former = run.base[..<run.startIndex].last
    let isBehindWord = former.map { String($0).contains(#/[a-z\d\u{E004}]/#) } ?? false
    let kept = run.prefix(isBehindWord ? 1 : 0)
    let spaces = run.dropFirst(kept.count).prefix(while: \.isWhitespace)
    let hasMarks = spaces.endIndex < run.endIndex
    return hasMarks ? "\(kept)\(spaces)\(broken)" : String(run)
  }

  /// Returns the words of one figure with a joint between them.
  private static func joined(_ words: String) -> String { words.replacing(" ", with: "\(inside) ") }

  private static func ordinal(_ number: Int) -> String { joined(SpokenNumber.ordinal(number)) }

  private static func has(_ character: Character, in text: String) -> Bool { text.utf8.contains(character.asciiValue ?? 0) }

  private static func hasWord(of beginnings: [String], in text: String) -> Bool { beginnings.contains { text.contains($0) } }

  /// Returns whether the letter of a unit of time follows a figure.
  private static func hasUnit(in text: String) -> Bool {
    var isAfterFigure = false
    for character in text {
      if character.isWholeNumber {
        isAfterFigure = true
      } else if isAfterFigure, !character.isWhitespace {
        if "hmsd".contains(character) { return true }
        isAfterFigure = false
      }
    }
    return false
  }

  // MARK: Money

  private static func money(in text: String, reading: WrittenText.Reading) -> String {
    var text = text.replacing(#/\bus\s?\$|\busd\s?(?=[\d.])/#, with: "$")
    if reading == .measured {
      text = text.replacing(#/(^|\s)(\d*)[.,](\d{1,2})(?!\d|[.,:\/]\d)/#) { "\($0.1)$\($0.2).\($0.3)" }
    }
    text = text.replacing(#/(^|\D)[-−–]\s?\$\s?|\$\s?[-−–]\s?(?=[\d.])/#) { "\($0.1 ?? "") minus\(word) $" }
    return
      text
      .replacing(#/\$\s?(\d*)(?:[.,](\d{1,2}))?(?!\d|[.,]\d)(?:\s?(?:dollars?|bucks?|usd|\$)(?![a-z]|\s?[\d.,]))?/#) { match in
        dollars(match.1, cents: match.2) ?? String(match.0)
      }
      .replacing(#/(^|[^\d.,:\/$])(\d*)(?:[.,](\d{1,2}))?\s?(?:\$|usd\b)/#) { match in
        dollars(match.2, cents: match.3).map { "\(match.1)\($0)" } ?? String(match.0)
      }
      .replacing(#/(^|[^\d.,:\/$])(\d*)[.,](\d{1,2})\s?(?:dollars?|bucks?)\b/#) { match in
        dollars(match.2, cents: match.3).map { "\(match.1)\($0)" } ?? String(match.0)
      }
      .replacing(#/(\p{Sc})\s*([.,]?\d[\d.,]*)/#) { " \($0.2) \(currency($0.1)) " }
      .replacing(#/\p{Sc}/#) { " \(currency($0.0)) " }
  }

  /// Returns an amount in words; nil if there are no digits.
  private static func dollars(_ digits: Substring, cents decimals: Substring?) -> String? {
    guard !digits.isEmpty || decimals != nil else { return nil }
    let cents = decimals.flatMap { Int($0).map { cents in decimals?.count == 1 ? cents * 10 : cents } } ?? 0
    let sum = digits.drop { $0 == "0" }
    let counted = "\(cents)\(word)\(cents == 1 ? "cent" : "cents")"
    if sum.isEmpty { return cents == 0 ? " 0\(word)dollars\(end)" : " \(counted)\(end)" }
    let dollars = "\(sum)\(word)\(sum == "1" ? "dollar" : "dollars")"
    return cents == 0 ? " \(dollars)\(end)" : " \(dollars)\(word)and\(word) \(counted)\(end)"
  }

  private static func currency(_ symbol: Substring) -> String {
    guard let character = symbol.first else { return "" }
    if character == "$" { return "dollars" }
    if let name = currencies[character] { return name }
    let name = character.unicodeScalars.first?.properties.name ?? "currency"
    return name.lowercased().replacing(" sign", with: "")
  }

  // MARK: Days and times

  private static func dates(in text: String) -> String {
    let text =
      text
      .replacing(#/(^|[^\d\-\/.])(\d{4})-(\d\d)-(\d\d)(?![\d\-\/])/#) { match in
        SpokenDay.words(for: "\(match.2)-\(match.3)-\(match.4)").map { "\(match.1)\(joined($0))\(end)" } ?? String(match.0)
      }
      .replacing(#/\b(jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\b\.?(?=\s+\d)/#) { month(String($0.1)) }
      .replacing(#/(\d(?:st|nd|rd|th)?\s+)(jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\b\.?/#) { match in
        "\(match.1)\(month(String(match.2)))"
      }
    // "24 December" is spoken as "twenty fourth".
    return text.replacing(#/(^|\bat\s+|\d,?\s+|\s)(\d{1,2})\s+(?=[a-z])/#) { match in
      guard let day = Int(match.2), (1...31).contains(day),
        isMonth(text[match.range.upperBound...], isAfterAt: match.1.hasPrefix("at"))
      else { return String(match.0) }
      // "8 twenty fourth" would be a time.
      let the = match.1.first?.isWholeNumber == true ? "the " : ""
      return "\(match.1)\(the)\(ordinal(day)) "
    }
  }

  /// Returns whether a text begins with the month of the day before it; in "at 8 December 24", the eight is a time.
  private static func isMonth(_ text: Substring, isAfterAt: Bool) -> Bool {
    let day = #/(?:of\s+)?([a-z]+)(?:\s+(\d{1,2})(?:st|nd|rd|th)?\b(?!\s?(?:[ap]\.?m\b|o'clock)|[:.]\d))?/#
    guard let match = text.prefixMatch(of: day), months.contains(String(match.1)) else { return false }
    guard let next = match.2.flatMap({ Int($0) }), (1...31).contains(next) else { return true }
    // The ten of "8 December 10" may be an hour.
    return !isAfterAt && next < 24
  }

  /// Spells out decades: `the 90s`, `50's`, `1980s`.
  private static func decades(in text: String) -> String {
    text.replacing(#/(^|[^\w.,:\/$\-])(1\d|20)?([2-9]0)['’]?s\b/#) { match in
      guard let decade = Int(match.3) else { return String(match.0) }
      let century = match.2.flatMap { Int($0) }.map { SpokenNumber.words($0) } ?? []
      let plural = String(SpokenNumber.words(decade).joined().dropLast()) + "ies"
      return "\(match.1)\(joined((century + [plural]).joined(separator: " ")))"
    }
  }

  private static func month(_ abbreviation: String) -> String {
    months.first { $0.hasPrefix(abbreviation.prefix(3)) } ?? abbreviation
  }

  private static func times(in text: String) -> String {
    text
      .replacing(#/(^|[^\d:.,\/])(\d{1,2}):(\d\d)(?![\d:\/]|[.,]\d)/#) { match in
        let isTime = (Int(match.2) ?? 24) < 24 && (Int(match.3) ?? 60) < 60
        guard isTime else { return "\(match.1)\(match.2)\(broken)\(match.3)" }
        if match.3 == "00" { return "\(match.1)\(match.2)\(clock)o'clock" }
        return "\(match.1)\(match.2)\(clock)\(match.3.hasPrefix("0") ? "oh\(inside) " : "")\(match.3)"
      }
      .replacing(#/o'clock(?=[a-z])/#, with: "o'clock ")
  }

  // MARK: Durations

  private static func durations(in text: String, reading: WrittenText.Reading) -> String {
    var text =
      text
      .replacing(#/\b(\d+)\s?(?:hrs?|hours?|h)\s?(\d+)\s?(?:minutes?|mins?|m)\b/#) {
        "\(counted($0.1, "hour")) \(counted($0.2, "minute"))"
      }
      .replacing(#/\b(\d+)h(\d\d)\b/#) { "\(counted($0.1, "hour")) \(counted($0.2, "minute"))" }
      .replacing(#/(^|[^\d.,:\/])(\d*)\.5\s?(hour|hr|h|day|minute|min)s?\b/#) { match in
        let unit = match.3.hasPrefix("h") ? "hour" : match.3.hasPrefix("m") ? "minute" : "day"
        guard !match.2.allSatisfy({ $0 == "0" }) else {
          return "\(match.1)\(joined("half \(unit == "hour" ? "an" : "a") \(unit)"))"
        }
        return "\(match.1)\(match.2)\(word)\(joined("and a half \(unit)s"))"
      }
      .replacing(#/(^|[^\d.,:\/])(\d+)(?:\s?hrs?|h)\b/#) { "\($0.1)\(counted($0.2, "hour"))" }
      .replacing(#/(^|[^\d.,:\/])(\d+)\s?mins?\b/#) { "\($0.1)\(counted($0.2, "minute"))" }
      .replacing(#/(^|[^\d.,:\/])(\d+)\s?secs?\b/#) { "\($0.1)\(counted($0.2, "second"))" }
    if reading == .measured {
      text = text.replacing(#/\b(\d+)m\b/#) { counted($0.1, "minute") }.replacing(#/\b(\d+)s\b/#) { counted($0.1, "second") }
    }
    return text
  }

  private static func counted(_ count: Substring, _ unit: String) -> String { "\(count) \(unit)\(count == "1" ? "" : "s")" }

  // MARK: Numbers

  private static func numbers(in text: String) -> String {
    // As words, because figures side by side would not be one value.
    func point(_ text: Substring) -> String {
      "point\(word) " + joined(text.flatMap { SpokenNumber.words(Int(String($0)) ?? 0) }.joined(separator: " "))
    }
    return
      text
      .replacing(#/(^|[\s(:])[-−–](?=\d*\.\d)/#) { "\($0.1)minus\(word) " }
      .replacing(#/(^|\s)[.,]+(\d+)/#) { "\($0.1)\(point($0.2))\(end)" }
      .replacing(#/(\d+)\.(\d+)/#) { match in
        // Two digits after the point are often cents, which are spoken without the point, except after a round hundred: "one hundred
        // fifty" is a whole number.
        let isRound = Int(match.1).map { $0.isMultiple(of: 100) } ?? false
        guard match.2.count == 2, match.2 != "00", !isRound else {
          return " \(match.1)\(word)\(point(match.2))\(end)"
        }
        return "\(match.1)\(decimal)\(match.2.hasPrefix("0") ? "oh\(inside) " : "")\(match.2)"
      }
  }
}
