extension SpokenNumber {
  /// The maximum number that can be read.
  static let largest = 999_999

  static let units = (1...9).flatMap(words)
  static let teens = (10...19).flatMap(words)
  static let decades = stride(from: 20, through: 90, by: 10).flatMap(words)
  private static let signs = ["minus", "negative"]
  private static let byWord: [String: Int] = {
    let numbers = Array(0...19) + Array(stride(from: 20, through: 90, by: 10))
    return Dictionary(uniqueKeysWithValues: numbers.flatMap { number in words(number).map { ($0, number) } })
  }()

  /// Returns the number for cardinal words, as in `one hundred and five` or `a thousand`; nil if they are not one up to 999,999.
  static func value(of words: ArraySlice<String>) -> Int? {
    guard let first = words.first else { return nil }
    if signs.contains(first) { return value(of: words.dropFirst()).map { -$0 } }
    if words.count == 1, first == "zero" { return 0 }
    guard let thousand = words.firstIndex(of: "thousand") else {
      return belowThousand(words) ?? hundreds(words, of: 11...19)
    }
    let many = words[..<thousand].elementsEqual(["a"]) ? 1 : belowThousand(words[..<thousand])
    guard let many else { return nil }
    let rest = withoutAnd(words[(thousand + 1)...])
    return rest.isEmpty ? many * 1000 : belowThousand(rest).map { many * 1000 + $0 }
  }

  /// Reads a number from 1 to 999.
  private static func belowThousand(_ words: ArraySlice<String>) -> Int? {
    belowHundred(words) ?? hundreds(words, of: 1...9)
  }

  private static func hundreds(_ words: ArraySlice<String>, of allowed: ClosedRange<Int>) -> Int? {
    guard let hundred = words.firstIndex(of: "hundred") else { return nil }
    let many = words[..<hundred].elementsEqual(["a"]) ? 1 : belowHundred(words[..<hundred])
    guard let many, allowed.contains(many) else { return nil }
    let rest = withoutAnd(words[(hundred + 1)...])
    return rest.isEmpty ? many * 100 : belowHundred(rest).map { many * 100 + $0 }
  }

  /// Reads a number from 1 to 99.
  static func belowHundred(_ words: ArraySlice<String>) -> Int? {
    guard let first = words.first, let number = byWord[first], number > 0, words.count <= 2 else { return nil }
    guard words.count == 2, let last = words.last else { return number }
    guard number >= 20, let unit = byWord[last], (1...9).contains(unit) else { return nil }
    return number + unit
  }

  /// Reads two digits after an hour, dollars or a century: `fifty`, `twenty five`, `oh five`.
  static func twoDigits(_ words: ArraySlice<String>) -> Int? {
    if words.count == 2, words.first == "oh" { return belowHundred(words.dropFirst()).flatMap { $0 < 10 ? $0 : nil } }
    return belowHundred(words).flatMap { $0 < 10 ? nil : $0 }
  }

  /// Returns the words without a leading `and`; a lone `and` stays and is not a number.
  private static func withoutAnd(_ words: ArraySlice<String>) -> ArraySlice<String> {
    words.first == "and" && words.count > 1 ? words.dropFirst() : words
  }

  // MARK: Templates

  /// Returns every form of a number as parts in spoken order: `one` or `a`, `hundred`, `and` or nothing, `five`.
  static func forms(of number: Int) -> [[Template]] {
    let magnitude = number == .min ? .max : abs(number)
    var forms = [parts(of: words(magnitude))]
    if (1100..<2000).contains(magnitude) {
      let rest = magnitude % 100
      forms.append(parts(of: words(magnitude / 100) + ["hundred"] + (rest == 0 ? [] : words(rest))))
    }
    return number < 0 ? forms.map { [Template.choice(signs)] + $0 } : forms
  }

  private static func parts(of words: [String]) -> [Template] {
    var parts: [Template] = []
    for (index, word) in words.enumerated() {
      let previous = index > 0 ? words[index - 1] : ""
      let next = index + 1 < words.count ? words[index + 1] : ""
      if ["hundred", "thousand"].contains(previous), byWord[word] != nil { parts.append(.optional(.word("and"))) }
      // "A thousand" is only the beginning of a number.
      let isArticle = word == "one" && (next == "hundred" || next == "thousand" && index == 0)
      parts.append(isArticle ? .choice([word, "a"]) : .word(word))
    }
    return parts
  }

  /// Numbers from 1 to 99.
  static let belowHundred: Template = .alternatives([.choice(units), twoFigures(from: decades)])

  /// Two digits after dollars or a century.
  static let twoDigits = twoDigits(from: decades)

  /// The minutes after an hour: `fifty`, `twenty five`, `oh five`.
  static let minutes = twoDigits(from: decades.filter { (byWord[$0] ?? 0) < 60 })

  private static func twoDigits(from decades: [String]) -> Template {
    .alternatives([.sequence([.word("oh"), .choice(units)]), twoFigures(from: decades)])
  }

  /// Numbers from 10 to the last one of the decades.
  private static func twoFigures(from decades: [String]) -> Template {
    .alternatives([.choice(teens), .sequence([.choice(decades), .optional(.choice(units))])])
  }

  private static let hundredsEnd: Template = .sequence([
    .word("hundred"), .optional(.sequence([.optional(.word("and")), belowHundred])),
  ])
  private static let belowThousand: Template = .alternatives([
    belowHundred, .sequence([.choice(["a"] + units), hundredsEnd]),
  ])

  /// Returns a template for numbers with as many digits as the bounds, and no more words than those need.
  static func template(for range: ClosedRange<Int>) -> Template {
    let magnitude = max(abs(range.lowerBound.clamped), abs(range.upperBound.clamped))
    var forms = [magnitude < 10 ? Template.choice(units) : magnitude < 100 ? belowHundred : belowThousand]
    if magnitude >= 1100 { forms.append(.sequence([.choice(teens), hundredsEnd])) }
    if magnitude >= 1000 {
      let many: Template = .alternatives([.word("a"), magnitude < 10_000 ? .choice(units) : belowThousand])
      forms.append(.sequence([many, .word("thousand"), .optional(.sequence([.optional(.word("and")), belowThousand]))]))
    }
    var whole = Template.alternatives(forms)
    if range.lowerBound < 0 { whole = .sequence([.optional(.choice(signs)), whole]) }
    return range.contains(0) ? .alternatives([.word("zero"), whole]) : whole
  }

  /// The maximum length of a range whose numbers are listed.
  private static let maxListed = 10_000

  /// Returns a template for exactly the numbers of a range; nil if there are too many.
  static func strictTemplate(for range: ClosedRange<Int>) -> Template? {
    let range = range.clamped(to: -largest...largest)
    guard range.count <= maxListed else { return nil }
    return .alternatives(range.flatMap { forms(of: $0).map(Template.sequence) })
  }
}

extension Int {
  /// The closest number that can be read; `Int.min` has no `abs`.
  fileprivate var clamped: Int { Swift.min(Swift.max(self, -SpokenNumber.largest), SpokenNumber.largest) }
}
