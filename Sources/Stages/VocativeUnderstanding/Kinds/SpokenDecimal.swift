/// Numbers with decimals in words: `twenty one point five`, `twenty one and a half`, `minus point two five`.
enum SpokenDecimal {
  private static let point = "point"
  private static let zeros = ["zero", "oh"]
  private static let signs = ["minus", "negative"]
  /// The parts of one that have a name, in hundredths.
  private static let parts = [("a half", 50), ("a quarter", 25), ("three quarters", 75)]
  /// Their names without a whole number before them.
  private static let aloneParts = parts + [("half", 50), ("one half", 50), ("one quarter", 25)]

  // MARK: Reading

  /// Returns the number for its words; nil if they are not one.
  static func value(of words: ArraySlice<String>) -> DecimalNumber? {
    guard let first = words.first else { return nil }
    if signs.contains(first) { return unsigned(words.dropFirst()).map { DecimalNumber(hundredths: -$0) } }
    return unsigned(words).map(DecimalNumber.init(hundredths:))
  }

  /// Returns the hundredths of a number without a sign.
  private static func unsigned(_ words: ArraySlice<String>) -> Int? {
    if let part = part(words, among: aloneParts) { return part }
    if let whole = whole(words) { return whole * 100 }
    if let position = words.firstIndex(of: point) {
      let before = words[..<position]
      guard let whole = before.isEmpty ? 0 : whole(before), let fraction = digits(words[(position + 1)...]) else { return nil }
      return whole * 100 + fraction
    }
    if let and = words.lastIndex(of: "and"), let part = part(words[(and + 1)...], among: parts), let whole = whole(words[..<and])
    {
      return whole * 100 + part
    }
    // "Twenty one fifty", as `21.50` is typed.
    for split in words.indices.dropFirst() {
      if let whole = SpokenNumber.value(of: words[..<split]), let fraction = SpokenNumber.twoDigits(words[split...]) {
        return whole * 100 + fraction
      }
    }
    return nil
  }

  private static func whole(_ words: ArraySlice<String>) -> Int? {
    // The sign is read already.
    guard let first = words.first, !signs.contains(first) else { return nil }
    return words.count == 1 && zeros.contains(first) ? 0 : SpokenNumber.value(of: words)
  }

  private static func part(_ words: ArraySlice<String>, among parts: [(String, Int)]) -> Int? {
    parts.first { words.joined(separator: " ") == $0.0 }?.1
  }

  /// Reads one or two digits one by one, or as one number: `five`, `two five`, `oh five`, `twenty five`.
  private static func digits(_ words: ArraySlice<String>) -> Int? {
    let digits = words.map { word in zeros.contains(word) ? 0 : SpokenNumber.belowHundred([word]).flatMap { $0 < 10 ? $0 : nil } }
    if (1...2).contains(digits.count), digits.allSatisfy({ $0 != nil }) {
      let found = digits.compactMap(\.self)
      return found[0] * 10 + (found.count == 2 ? found[1] : 0)
    }
    return SpokenNumber.belowHundred(words).flatMap { $0 >= 10 ? $0 : nil }
  }

  // MARK: Writing

  /// Returns the words of a number: `twenty one point five`.
  static func words(_ number: DecimalNumber) -> [String] {
    let magnitude = abs(number.hundredths)
    return (number.hundredths < 0 ? ["minus"] : []) + SpokenNumber.words(magnitude / 100) + pointWords(magnitude % 100)
  }

  private static func pointWords(_ fraction: Int) -> [String] {
    guard fraction > 0 else { return [] }
    let digits = fraction % 10 == 0 ? [fraction / 10] : [fraction / 10, fraction % 10]
    return [point] + digits.flatMap(SpokenNumber.words)
  }

  /// Returns the forms of a fraction after a whole number.
  private static func fractionForms(_ fraction: Int) -> [[String]] {
    var forms = [pointWords(fraction)]
    if fraction % 10 == 0 { forms.append(pointWords(fraction) + ["zero"]) }
    if fraction >= 10, fraction % 10 != 0 { forms.append([point] + SpokenNumber.words(fraction)) }
    if fraction < 10 { forms.append([point, "oh"] + SpokenNumber.words(fraction)) }
    forms += parts.filter { $0.1 == fraction }.map { ["and"] + $0.0.split(separator: " ").map(String.init) }
    return forms + [fraction < 10 ? ["oh"] + SpokenNumber.words(fraction) : SpokenNumber.words(fraction)]
  }

  private static func aloneForms(_ fraction: Int) -> [[String]] {
    aloneParts.filter { $0.1 == fraction }.map { $0.0.split(separator: " ").map(String.init) }
  }

  // MARK: Templates

  private static func choice(_ forms: [[String]]) -> Template { .alternatives(forms.map { .sequence($0.map(Template.word)) }) }

  /// The maximum number of fractions that a template lists.
  private static let maxListed = 20

  /// Any one or two digits after the point.
  private static let anyPoint: Template = {
    let digit = Template.choice(zeros + SpokenNumber.units)
    return .sequence([.word(point), .alternatives([.sequence([digit, .optional(digit)]), SpokenNumber.belowHundred])])
  }()

  /// Any fraction after a whole number.
  private static let anyFraction: Template = .alternatives([
    anyPoint, .sequence([.word("and"), .choice(parts.map(\.0))]), SpokenNumber.twoDigits,
  ])

  /// Returns a template for the numbers of a range and some others.
  static func template(for range: DecimalRange) -> Template {
    template(for: range, whole: SpokenNumber.template(for: 0...(wholes(of: range).upperBound)))
  }

  /// Returns a template for the numbers of a range and others with the same whole numbers before the point; nil if there are too many.
  static func strictTemplate(for range: DecimalRange) -> Template? {
    SpokenNumber.strictTemplate(for: wholes(of: range)).map { template(for: range, whole: $0) }
  }

  /// Returns the range of the whole numbers before the point, without a sign.
  private static func wholes(of range: DecimalRange) -> ClosedRange<Int> {
    let bounds = [range.from, range.through].map { abs($0.hundredths) / 100 }.sorted()
    let isAcrossZero = range.from < DecimalNumber(0) && range.through > DecimalNumber(0)
    return (isAcrossZero ? 0 : bounds[0])...bounds[1]
  }

  private static func template(for range: DecimalRange, whole: Template) -> Template {
    let fractions = range.fractions.filter { $0 > 0 }
    let rest =
      fractions.count > maxListed
      ? anyFraction : choice([[point, zeros[0]], [point, zeros[0], zeros[0]]] + fractions.flatMap(fractionForms))
    var unsigned: [Template] = []
    unsigned.append(fractions.isEmpty ? whole : .sequence([whole, .optional(rest)]))
    if !fractions.isEmpty, range.from < DecimalNumber(1), range.through > DecimalNumber(-1) {
      unsigned.append(choice(fractions.flatMap(aloneForms)))
      unsigned.append(fractions.count > maxListed ? anyPoint : choice(fractions.map(pointWords)))
    }
    let number = Template.alternatives(unsigned)
    return range.from < DecimalNumber(0) ? .sequence([.optional(.choice(signs)), number]) : number
  }
}
