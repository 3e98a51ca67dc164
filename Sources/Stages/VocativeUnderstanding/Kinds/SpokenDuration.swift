/// Durations in words: `ten minutes`, `an hour and a half`, `two days`.
enum SpokenDuration {
  /// The units of time, the longest first.
  fileprivate enum Unit: String, CaseIterable {
    case week, day, hour, minute, second

    init?(word: String) {
      guard let unit = Unit.allCases.first(where: { word == $0.rawValue || word == $0.rawValue + "s" }) else { return nil }
      self = unit
    }

    /// Half of the unit in a smaller unit; nil if "half" is not used with it.
    var half: (count: Int, unit: Unit)? {
      switch self {
      case .day: (12, .hour)
      case .hour: (30, .minute)
      case .minute: (30, .second)
      case .week, .second: nil
      }
    }
  }

  static let template: Template = {
    let one: Template = .choice(["a", "an", "one"])
    let number = SpokenNumber.template(for: 1...9999)
    // "One day and two thousand minutes" is not said. Such numbers after each unit would add 500 states to the 1,170 of the clock.
    let furtherNumber = SpokenNumber.template(for: 1...99)
    let half: Template = .choice(["and a half"])
    func counted(_ unit: Unit, _ number: Template) -> Template {
      .alternatives([.sequence([one, .word(unit.rawValue)]), .sequence([number, .word("\(unit)s")])])
    }
    // "Two hours and ten minutes", and "two hour ten minute" before "timer". Each unit is shorter than the one before it.
    func parts(from units: ArraySlice<Unit>, _ number: Template, _ part: (Unit, Template) -> Template) -> [Template] {
      units.indices.map { index in
        let shorter = parts(from: units[(index + 1)...], furtherNumber, part)
        let further: Template = .sequence([.optional(.word("and")), .alternatives(shorter)])
        return .sequence([part(units[index], number)] + (shorter.isEmpty ? [] : [.optional(further)]))
      }
    }
    let units = Unit.allCases[...]
    let halved = units.filter { $0.half != nil }
    return .alternatives(
      parts(from: units, number, counted) + parts(from: units, number) { .sequence([$1, .word($0.rawValue)]) }
        + halved.flatMap {
          [.sequence([counted($0, number), half]), .sequence([number, half, .choice([$0.rawValue, "\($0)s"])])]
        } + [
          .sequence([.word("half"), .choice(["a", "an"]), .choice(halved.map(\.rawValue))]),
          .sequence([.word("a"), .word("half"), .choice(halved.map(\.rawValue))]),
          .choice(["quarter of an hour", "a quarter of an hour", "three quarters of an hour"]),
        ])
  }()

  static func value(of words: [String]) -> String? {
    var counts: [Unit: Int] = [:]
    switch words.joined(separator: " ") {
    case "quarter of an hour", "a quarter of an hour": counts[.minute] = 15
    case "three quarters of an hour": counts[.minute] = 45
    default:
      if words.count == 3, words[0] == "half" && ["a", "an"].contains(words[1]) || words.prefix(2).elementsEqual(["a", "half"]),
        let half = Unit(word: words[2])?.half
      {
        counts[half.unit] = half.count
      } else {
        guard let read = parts(of: words) else { return nil }
        counts = read
      }
    }
    return value(of: counts)
  }

  /// Reads counts by unit: each unit is shorter than the one before it, and a half only occurs at the end.
  private static func parts(of words: [String]) -> [Unit: Int]? {
    var counts: [Unit: Int] = [:]
    var last: Unit?
    var rest = words[...]
    while !rest.isEmpty {
      if let last, rest.elementsEqual(["and", "a", "half"]) {
        guard let half = last.half else { return nil }
        counts[half.unit, default: 0] += half.count
        break
      }
      if last != nil, rest.first == "and" { rest = rest.dropFirst() }
      guard let position = rest.firstIndex(where: { Unit(word: $0) != nil }), let unit = Unit(word: rest[position]) else {
        return nil
      }
      if let last, counts[unit] != nil || unit.seconds >= last.seconds { return nil }
      var number = rest[..<position]
      if number.count > 3, number.suffix(3).elementsEqual(["and", "a", "half"]) {
        guard let half = unit.half else { return nil }
        counts[half.unit] = half.count
        number = number.dropLast(3)
      }
      let isOne = number.elementsEqual(["a"]) || number.elementsEqual(["an"])
      guard let count = isOne ? 1 : SpokenNumber.value(of: number), count > 0 else { return nil }
      counts[unit] = count
      last = unit
      rest = rest[(position + 1)...]
    }
    return counts
  }

  private static func value(of counts: [Unit: Int]) -> String? {
    // ISO 8601 does not combine weeks with other units.
    let days = counts[.week, default: 0] * 7 + counts[.day, default: 0]
    let time = [(Unit.hour, "H"), (.minute, "M"), (.second, "S")].compactMap { unit, letter in
      counts[unit].map { "\($0)\(letter)" }
    }
    guard days > 0 || !time.isEmpty else { return nil }
    return "P" + (days > 0 ? "\(days)D" : "") + (time.isEmpty ? "" : "T" + time.joined())
  }

  static func words(for value: String) -> String? {
    guard let match = value.wholeMatch(of: #/P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?/#), !value.hasSuffix("T") else {
      return nil
    }
    let counts = [(match.1, "day"), (match.2, "hour"), (match.3, "minute"), (match.4, "second")]
    let parts = counts.compactMap { digits, unit in digits.flatMap { Int($0) }.map { SpokenNumber.count($0, unit) } }
    guard let last = parts.last else { return nil }
    return parts.count == 1 ? last : parts.dropLast().joined(separator: " ") + " and " + last
  }
}

extension SpokenDuration.Unit {
  fileprivate var seconds: Int {
    switch self {
    case .week: 604_800
    case .day: 86_400
    case .hour: 3600
    case .minute: 60
    case .second: 1
    }
  }
}
