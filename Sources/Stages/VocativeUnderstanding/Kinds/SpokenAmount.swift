/// Sums of money in words: `twelve dollars and fifty cents`, `twelve fifty`, `fifty cents`, `a hundred bucks`.
enum SpokenAmount {
  private static let dollars = ["dollars", "dollar", "bucks", "buck"]
  private static let cents = ["cents", "cent"]

  static let template: Template = {
    let number = SpokenNumber.template(for: 0...SpokenNumber.largest)
    let dollars = Template.choice(Self.dollars)
    let cents = Template.choice(Self.cents)
    let rest: Template = .optional(.sequence([.optional(.word("and")), SpokenNumber.belowHundred, .optional(cents)]))
    return .alternatives([
      .sequence([.alternatives([number, .word("a")]), dollars, rest]), .sequence([number, cents]), number,
      .sequence([SpokenNumber.belowHundred, SpokenNumber.twoDigits]),
    ])
  }()

  static func value(of words: [String]) -> String? {
    if let sign = words.firstIndex(where: dollars.contains) {
      let whole = words[..<sign].elementsEqual(["a"]) ? 1 : number(words[..<sign])
      guard let whole else { return nil }
      var rest = words[(sign + 1)...]
      guard !rest.isEmpty else { return value(dollars: whole, cents: 0) }
      if rest.first == "and" { rest = rest.dropFirst() }
      if let last = rest.last, cents.contains(last) { rest = rest.dropLast() }
      return SpokenNumber.belowHundred(rest).map { value(dollars: whole, cents: $0) }
    }
    if let last = words.last, cents.contains(last) {
      return number(words.dropLast()).map { value(dollars: $0 / 100, cents: $0 % 100) }
    }
    if let whole = number(words[...]) { return value(dollars: whole, cents: 0) }
    // "twelve fifty", as on a price tag.
    for split in words.indices.dropFirst() {
      if let whole = SpokenNumber.belowHundred(words[..<split]), let rest = SpokenNumber.twoDigits(words[split...]) {
        return value(dollars: whole, cents: rest)
      }
    }
    return nil
  }

  static func words(for value: String) -> String? {
    guard let match = value.wholeMatch(of: #/(\d{1,6})\.(\d\d)/#), let whole = Int(match.1), let rest = Int(match.2) else {
      return nil
    }
    let dollars = SpokenNumber.count(whole, "dollar")
    let cents = SpokenNumber.count(rest, "cent")
    return rest == 0 ? dollars : whole == 0 ? cents : "\(dollars) and \(cents)"
  }

  private static func number(_ words: ArraySlice<String>) -> Int? {
    // An amount has no sign, not even zero.
    guard let first = words.first, !["minus", "negative"].contains(first) else { return nil }
    return SpokenNumber.value(of: words)
  }

  private static func value(dollars: Int, cents: Int) -> String { "\(dollars).\(cents.digits(2))" }
}
