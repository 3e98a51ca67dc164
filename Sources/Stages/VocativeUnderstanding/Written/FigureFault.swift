/// A fault in a figure that keeps a typed text from matching a phrase.
///
/// It is found by substitution: with another figure in its place, the text matches.
enum FigureFault: Equatable, CustomStringConvertible {
  /// A currency other than dollars.
  case currency
  /// A minus sign for a value that cannot be negative.
  case negative
  /// A time, or a similar figure, instead of an amount.
  case time(String)
  /// An amount above the maximum.
  case tooLarge
  /// A figure that is not a value of the expected kind.
  case unreadable(String, expected: Expected)

  /// The kinds of values that figures can have.
  enum Expected: CaseIterable {
    case amount, day, time, duration

    /// A text that is a value of only this kind.
    var sample: String {
      switch self {
      case .amount: "$1.01"
      case .day: "december 24"
      case .time: "8:30 pm"
      case .duration: "1 minute and 1 second"
      }
    }

    /// Returns the kinds to try for a figure in their order; one that is written as a time is a day last.
    fileprivate static func kinds(of figure: Substring) -> [Expected] {
      let isTime = figure.contains(#/:|\d\s?[ap]\.?m\b|o['’]?clock/#.ignoresCase())
      return isTime ? allCases.filter { $0 != .day } + [.day] : allCases
    }

    /// The value of the sample.
    fileprivate var value: String {
      switch self {
      case .amount: "1.01"
      case .day: "--12-24"
      case .time: "20:30"
      case .duration: "PT1M1S"
      }
    }

    fileprivate var name: String {
      switch self {
      case .amount: "an amount"
      case .day: "a day"
      case .time: "a time"
      case .duration: "a length of time"
      }
    }

    fileprivate var example: String {
      switch self {
      case .amount: "$3.50"
      case .day: "December 24"
      case .time: "8:30 pm"
      case .duration: "90 minutes"
      }
    }
  }

  /// The maximum length of a text in bytes, which no sentence needs; the search in a longer one could take minutes.
  private static let maxBytes = 1000
  /// The maximum number of figures to try, which limits the cost of a long text.
  private static let maxFigures = 6
  private static var otherCurrency: Regex<Substring> {
    #/[\p{Sc}&&[^$¢]]|\b(?:euros?|eur|pounds?|gbp|yen|jpy|francs?|chf|rupees?|inr|pesos?|kronor|kroner|rubles?|roubles?)\b/#
      .ignoresCase()
  }

  /// A number above the largest one that is understood.
  private static var largeNumber: Regex<Substring> { #/\b(?:m|b|tr)illions?\b/#.ignoresCase() }
  /// A part of a dollar in words, as in `half a dollar` and `three and a half dollars`.
  private static var fraction: Regex<Substring> {
    #/\b(?:\w{1,12}\s+and\s+)?(?:an?\s+)?(?:half|quarter)\s+(?:of\s+)?(?:an?\s+)?(?:dollar|buck)s?\b/#.ignoresCase()
  }

  /// Finds the fault, and the phrase that the text would be without it; nil if no figure is at fault.
  ///
  /// - Parameter match: Returns the phrase that a text matches.
  static func found(in text: String, match: (String) -> MatchedPhrase?) -> (fault: FigureFault, phrase: MatchedPhrase)? {
    guard text.utf8.count <= maxBytes,
      text.contains(where: \.isNumber) || text.contains(otherCurrency) || text.contains(largeNumber)
        || text.contains(fraction) || text.contains(#/\b(?:minus|negative)\s/#.ignoresCase())
    else { return nil }
    let inDollars = text.replacing(#/\b(?:eur|gbp|jpy|chf|inr)\s?(?=[\d.])/#.ignoresCase(), with: "$")
      .replacing(otherCurrency) { $0.output.first?.isLetter == true ? "dollars" : "$" }
    if inDollars != text, let phrase = match(inDollars) { return (.currency, phrase) }
    let unsigned = text.replacing(#/(^|[\s$])[-−–]\s?(?=[\d.$])/#) { String($0.output.1) }.replacing(
      #/\b(?:minus|negative)\s/#.ignoresCase(), with: "")
    if unsigned != text, let phrase = match(unsigned) { return (.negative, phrase) }
    for sum in text.ranges(of: largeNumber).prefix(2).flatMap({ sums(around: $0, in: text) }) {
      if let phrase = match(text.replacingCharacters(in: sum, with: Expected.amount.sample)) { return (.tooLarge, phrase) }
    }
    for figure in figures(in: text).prefix(maxFigures) {
      for expected in Expected.kinds(of: text[figure]) {
        // The sample must be a value as a whole: free text may have a part of it.
        guard let phrase = match(text.replacingCharacters(in: figure, with: expected.sample)),
          phrase.slots.contains(where: { !$0.isText && $0.value.contains(expected.value) })
        else { continue }
        return (fault(of: String(text[figure]), expected: expected), phrase)
      }
    }
    return nil
  }

  /// The message for the user.
  var description: String {
    switch self {
    case .currency: "I only know dollars and cents."
    case .negative: "That can't be less than zero."
    case .time(let figure): "\(figure) isn't an amount. Write it with a point, as in $12.75."
    case .tooLarge: "That's too much for me. I count up to 999,999 dollars."
    case .unreadable(let figure, let expected):
      "I can't read \(figure) as \(expected.name). Write it as in \(expected.example)."
    }
  }

  private static func fault(of figure: String, expected: Expected) -> FigureFault {
    if expected == .amount {
      if figure.contains(#/\d:\d/#) { return .time(figure) }
      let dollars = figure.filter { $0 != "," }.firstMatch(of: #/\d+/#).map { $0.0.count } ?? 0
      if dollars > 6 { return .tooLarge }
    }
    return .unreadable(figure, expected: expected)
  }

  /// Returns the ranges of a large number with up to four words before it and a unit after it, as in `ten million dollars`.
  private static func sums(around number: Range<String.Index>, in text: String) -> [Range<String.Index>] {
    let end = text[number.upperBound...].prefixMatch(of: #/\s+(?:dollars?|bucks?)\b/#.ignoresCase())?.range.upperBound
    let words = text[..<number.lowerBound].ranges(of: #/\S+/#).suffix(4)
    let starts = [number.lowerBound] + words.reversed().map(\.lowerBound)
    return starts.map { $0..<(end ?? number.upperBound) }
  }

  /// The ranges of figures: runs of non-spaces with a digit or a fraction in them, and fractions in words.
  ///
  /// Pairs of runs come first, as in `20 5`, and runs with the word after them last, as in `2.25 hours`.
  private static func figures(in text: String) -> [Range<String.Index>] {
    let runs = text.split(whereSeparator: \.isWhitespace)
    let figures = runs.indices.filter { runs[$0].contains(where: \.isNumber) }
    func range(_ first: Int, _ last: Int) -> Range<String.Index> { runs[first].startIndex..<runs[last].endIndex }
    let pairs = figures.filter { figures.contains($0 + 1) }.map { range($0, $0 + 1) }
    let single = figures.map { range($0, $0) }
    let counted = figures.filter { $0 + 1 < runs.count && runs[$0 + 1].first?.isLetter == true }.map { range($0, $0 + 1) }
    return pairs + single + counted + text.ranges(of: fraction)
  }
}

extension String {
  /// Returns the text with a replacement in a range.
  fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }
}
