/// A figure of a typed text that keeps the text from being a phrase.
///
/// It's found by trying: with another figure in its place, the text is a phrase.
enum FigureFault: Equatable, CustomStringConvertible {
  /// Another currency than dollars.
  case currency
  /// A minus sign, where only zero and more can be meant.
  case negative
  /// A time, or what looks like one, where an amount is expected.
  case time(String)
  /// More dollars than are counted.
  case tooLarge
  /// What can't be read as a value of the kind that is expected there.
  case unreadable(String, expected: Expected)

  /// The kinds of values that figures stand for.
  enum Expected: CaseIterable {
    case amount, day, time, duration

    /// A text that is a value of this kind and of no other.
    var sample: String {
      switch self {
      case .amount: "$1.01"
      case .day: "december 24"
      case .time: "8:30 pm"
      case .duration: "1 minute and 1 second"
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

  /// Figures of a text that are tried, so that a long text costs no more than a short one.
  private static let maxFigures = 6
  private static var otherCurrency: Regex<Substring> {
    #/[\p{Sc}&&[^$¢]]|\b(?:euros?|eur|pounds?|gbp|yen|jpy|francs?|chf|rupees?|inr|pesos?|kronor|kroner|rubles?|roubles?)\b/#
      .ignoresCase()
  }

  /// The fault; nil where no figure is what's wrong.
  ///
  /// - Parameter isPhrase: Whether a text would be a phrase.
  init?(in text: String, isPhrase: (String) -> Bool) {
    guard
      text.contains(where: \.isWholeNumber) || text.contains(Self.otherCurrency)
        || text.contains(#/\b(?:minus|negative)\s/#.ignoresCase())
    else { return nil }
    let inDollars = text.replacing(#/\b(?:eur|gbp|jpy|chf|inr)\s?(?=[\d.])/#.ignoresCase(), with: "$")
      .replacing(Self.otherCurrency) { $0.output.first?.isLetter == true ? "dollars" : "$" }
    if inDollars != text, isPhrase(inDollars) {
      self = .currency
      return
    }
    let unsigned = text.replacing(#/(^|[\s$])[-−–]\s?(?=[\d.$])/#) { String($0.output.1) }.replacing(
      #/\b(?:minus|negative)\s/#.ignoresCase(), with: "")
    if unsigned != text, isPhrase(unsigned) {
      self = .negative
      return
    }
    for figure in Self.figures(in: text).prefix(Self.maxFigures) {
      for expected in Expected.allCases {
        guard isPhrase(text.replacingCharacters(in: figure, with: expected.sample)) else { continue }
        self = Self.fault(of: String(text[figure]), expected: expected)
        return
      }
    }
    return nil
  }

  /// What people read.
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

  /// Where figures stand: runs of what isn't space, with a digit in them; two in a row first, as in `20 5`, and last each with the
  /// word that follows, as in `2.25 hours`.
  private static func figures(in text: String) -> [Range<String.Index>] {
    let single = text.ranges(of: #/\S*\d\S*/#)
    let pairs = zip(single, single.dropFirst()).compactMap { first, second in
      text[first.upperBound..<second.lowerBound].allSatisfy(\.isWhitespace) ? first.lowerBound..<second.upperBound : nil
    }
    return pairs + single + text.ranges(of: #/\S*\d\S*\s+[A-Za-z]+/#)
  }
}

extension String {
  /// The text with something else in a range.
  fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }
}
