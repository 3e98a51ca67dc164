/// Times of day in words: `eight thirty`, `half past eight`, `ten to nine in the evening`, `noon`.
enum SpokenTimeOfDay {
  /// The words that specify the half of the day.
  private enum Part {
    case morning, afternoon, evening, night
  }

  private static let parts: [(words: [String], part: Part)] = [
    (["a", "m"], .morning), (["am"], .morning), (["in", "the", "morning"], .morning), (["p", "m"], .afternoon),
    (["pm"], .afternoon), (["in", "the", "afternoon"], .afternoon), (["in", "the", "evening"], .evening),
    (["at", "night"], .night),
  ]
  private static let named = ["noon": "12:00", "midnight": "00:00"]
  /// The word that may precede such a name.
  private static let twelve = "twelve"
  private static let before = ["to", "before", "till"]
  private static let after = ["past", "after"]

  static let template: Template = {
    let hour: Template = .choice((0...23).map { SpokenNumber.words($0).joined(separator: " ") })
    let clock: Template = .choice((1...12).flatMap(SpokenNumber.words))
    let quarter: Template = .sequence([.optional(.word("a")), .word("quarter")])
    // Without "minutes", people only say the numbers of a clock's face.
    let minutes: Template = .alternatives([
      .choice(["five", "ten", "fifteen", "twenty", "twenty five", "one minute", "a minute"]),
      .sequence([SpokenNumber.template(for: 2...59), .word("minutes")]),
    ])
    let time: Template = .alternatives([
      .sequence([hour, .optional(.alternatives([.word("o'clock"), SpokenNumber.minutes]))]),
      .sequence([.choice(["half past"]), clock]),
      .sequence([.alternatives([quarter, minutes]), .choice(after + before), clock]),
    ])
    let part: Template = .optional(.alternatives(parts.map { .sequence($0.words.map(Template.word)) }))
    let name: Template = .sequence([.optional(.word(twelve)), .choice(named.keys.sorted())])
    return .alternatives([name, .sequence([time, part])])
  }()

  static func value(of words: [String]) -> String? {
    if let last = words.last, let time = named[last], words.count == 1 || words == [twelve, last] { return time }
    guard let spoken = spokenTime(words), let hour = hour(spoken.hour, in: spoken.part) else { return nil }
    return value(hour: hour, minute: spoken.minute)
  }

  /// Returns both times that the words can mean, separated by a slash, if they leave the half of the day open.
  static func clockValue(of words: [String]) -> String? {
    guard words.count != 1 || named[words[0]] == nil, let spoken = spokenTime(words), spoken.part == nil,
      (1...12).contains(spoken.hour)
    else { return value(of: words) }
    let hour = spoken.hour % 12
    return "\(value(hour: hour, minute: spoken.minute))/\(value(hour: hour + 12, minute: spoken.minute))"
  }

  private static func spokenTime(_ words: [String]) -> (hour: Int, minute: Int, part: Part?)? {
    let part = parts.first { words.count > $0.words.count && words.suffix($0.words.count).elementsEqual($0.words) }
    return clockTime(words.dropLast(part?.words.count ?? 0)).map { ($0.hour, $0.minute, part?.part) }
  }

  /// The time as spoken, without its half of the day.
  private static func clockTime(_ words: ArraySlice<String>) -> (hour: Int, minute: Int)? {
    let isFullHour = words.last == "o'clock"
    let words = isFullHour ? words.dropLast() : words
    if let relation = words.firstIndex(where: { before.contains($0) || after.contains($0) }) {
      guard let hour = SpokenNumber.belowHundred(words[(relation + 1)...]), hour <= 12,
        let minutes = minutes(words[..<relation])
      else { return nil }
      if after.contains(words[relation]) { return (hour, minutes) }
      // "Half past" is used, "half to" is not.
      return words[..<relation].elementsEqual(["half"]) ? nil : (hour == 1 ? 12 : hour - 1, 60 - minutes)
    }
    func hour(_ words: ArraySlice<String>) -> Int? {
      words.elementsEqual(["zero"]) ? 0 : SpokenNumber.belowHundred(words).flatMap { $0 <= 23 ? $0 : nil }
    }
    if let hour = hour(words) { return (hour, 0) }
    guard !isFullHour else { return nil }
    for split in words.indices.dropFirst() {
      if let hour = hour(words[..<split]), let minute = SpokenNumber.twoDigits(words[split...]), minute < 60 {
        return (hour, minute)
      }
    }
    return nil
  }

  private static func minutes(_ words: ArraySlice<String>) -> Int? {
    if words.elementsEqual(["half"]) { return 30 }
    if words.elementsEqual(["quarter"]) || words.elementsEqual(["a", "quarter"]) { return 15 }
    if words.elementsEqual(["a", "minute"]) { return 1 }
    let number = ["minutes", "minute"].contains(words.last) ? words.dropLast() : words
    return SpokenNumber.belowHundred(number).flatMap { $0 < 60 ? $0 : nil }
  }

  private static func hour(_ hour: Int, in part: Part?) -> Int? {
    guard let part, hour <= 12 else { return part == .morning ? nil : hour }
    switch part {
    case .morning: return hour % 12
    case .afternoon: return hour == 0 ? nil : hour % 12 + 12
    // "Twelve in the evening" is midnight.
    case .evening: return hour == 0 ? nil : hour == 12 ? 0 : hour + 12
    // "Two at night" is in the early morning, "ten at night" is in the evening.
    case .night: return hour % 12 < 6 ? hour % 12 : hour + 12
    }
  }

  static func words(for value: String) -> String? {
    guard let match = value.wholeMatch(of: #/(\d\d):(\d\d)/#), let hour = Int(match.1), let minute = Int(match.2), hour < 24,
      minute < 60
    else { return nil }
    if let name = named.first(where: { $0.value == value }) { return name.key }
    let part =
      switch hour {
      case 0..<12: "in the morning"
      case 12..<18: "in the afternoon"
      case 18..<22: "in the evening"
      default: "at night"
      }
    return "\(words(hour: hour, minute: minute)) \(part)"
  }

  /// Returns the words for a time that may have its half of the day open.
  static func clockWords(for value: String) -> String? {
    guard let match = value.wholeMatch(of: #/(\d\d):(\d\d)/(\d\d):(\d\d)/#) else { return words(for: value) }
    guard let hour = Int(match.1), let minute = Int(match.2), hour < 12, minute < 60, Int(match.3) == hour + 12,
      match.2 == match.4
    else { return nil }
    return words(hour: hour, minute: minute)
  }

  /// Returns the words of a clock's face: `eight thirty`, `twelve oh five`.
  private static func words(hour: Int, minute: Int) -> String {
    var words = SpokenNumber.words(hour % 12 == 0 ? 12 : hour % 12)
    if minute > 0 { words += (minute < 10 ? ["oh"] : []) + SpokenNumber.words(minute) }
    return words.joined(separator: " ")
  }

  private static func value(hour: Int, minute: Int) -> String { "\(hour.digits(2)):\(minute.digits(2))" }
}
