/// Days with a time in words: `tomorrow at seven thirty`, `on friday evening at eight`, `at noon on december twenty fourth`.
///
/// The day and the time are read as those kinds alone.
package enum SpokenDayAndTime {
  private static let at = "at"
  private static let this = "this"
  private static let today = "today"
  private static let tonight = "tonight"
  private static let evening = "evening"
  private static let night = "night"
  private static let midnight = "midnight"
  private static let thirty = "thirty"
  private static let units = Set((1...9).flatMap(SpokenNumber.words))
  private static let separator: Character = "T"
  /// Separates the times of both halves of the day.
  private static let alternatives: Character = "/"
  /// Marks a day whose night has the time: the time itself is on the next day.
  private static let nightMark = "-night"
  /// The hour at which a night ends.
  package static let morningHour = 6
  private static let morning = "0\(morningHour):00"
  private static let inTheEvening = ["in", "the", evening]
  /// The words after a day that specify its part, with those after a time that mean the same.
  private static let parts = [
    "morning": ["in", "the", "morning"], "afternoon": ["in", "the", "afternoon"], evening: inTheEvening, night: ["at", "night"],
  ]

  static let template: Template = {
    let part = Template.choice(parts.keys.sorted())
    let day: Template = .alternatives([
      .sequence([SpokenDay.template, .optional(part)]), .sequence([.word(this), part]),
    ])
    return .alternatives([
      .sequence([day, .optional(.word(at)), SpokenTimeOfDay.template]),
      .sequence([.optional(.word(at)), SpokenTimeOfDay.template, day]),
    ])
  }()

  /// Returns a day and a time, as in `tomorrowT07:30/19:30`, or the night of a day and a time after it, as in `friday-nightT01:00`.
  ///
  /// The night stays in the value, because only a clock tells whether "tonight at one" is in the night that has begun.
  static func value(of words: [String]) -> String? {
    // "December twenty four" is not the twentieth at four.
    guard SpokenDay.value(of: words) == nil else { return nil }
    // The longest day comes first: "december twenty fourth twenty ten" is a day alone.
    for count in words.indices.dropFirst().reversed() {
      // "November thirty one" is not the thirtieth at one.
      if words[count - 1] == thirty, units.contains(words[count]) { continue }
      let time = words[count...].first == at ? words[(count + 1)...] : words[count...]
      if let value = value(day: words[..<count], time: time) { return value }
    }
    let words = words.first == at ? words.dropFirst() : words[...]
    for count in words.indices.dropFirst().reversed() {
      if let value = value(day: words[count...], time: words[..<count]) { return value }
    }
    return nil
  }

  private static func value(day: ArraySlice<String>, time: ArraySlice<String>) -> String? {
    var (day, time) = (Array(day), Array(time))
    if day == [tonight] { day = [this, night] }
    var isLate = time.suffix(inTheEvening.count).elementsEqual(inTheEvening)
    if let part = day.last, let words = parts[part] {
      isLate = [evening, night].contains(part)
      day.removeLast()
      // "Midnight" and "seven p m" need no part of the day.
      if let known = SpokenTimeOfDay.clockValue(of: time), !known.contains(alternatives) {
        guard time == [midnight] || isTime(known, in: part) else { return nil }
      } else {
        time += words
      }
      if day == [this] { day = [today] }
    }
    guard let day = SpokenDay.value(of: day), let time = SpokenTimeOfDay.clockValue(of: time) else { return nil }
    // An evening ends at midnight, and a night in the morning, on the next day.
    return "\(day)\(isLate && time < morning ? nightMark : "")\(separator)\(time)"
  }

  /// Returns whether a time is in a part of a day; an evening and a night end after midnight.
  private static func isTime(_ time: String, in part: String) -> Bool {
    switch part {
    case "morning": time < "12:00"
    case "afternoon": time >= "12:00"
    default: time >= "16:00" || time < morning
    }
  }

  /// Returns the day and the time of a value, and whether the time is in the night after the day; nil if it does not have both.
  package static func parts(of value: String) -> (day: String, isNight: Bool, time: String)? {
    let parts = value.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let isNight = parts[0].hasSuffix(nightMark)
    return (String(isNight ? parts[0].dropLast(nightMark.count) : parts[0]), isNight, String(parts[1]))
  }

  static func words(for value: String) -> String? {
    guard let parts = parts(of: value) else { return nil }
    guard parts.isNight else {
      guard let day = SpokenDay.words(for: parts.day), let time = SpokenTimeOfDay.clockWords(for: parts.time) else { return nil }
      return "\(day) \(at) \(time)"
    }
    guard parts.time < morning, let day = SpokenDay.words(for: parts.day),
      let time = SpokenTimeOfDay.words(for: parts.time)
    else { return nil }
    let nightWords = parts.day == today ? tonight : "\(day) \(night)"
    return "\(nightWords) \(at) \(time.replacing(" in the morning", with: ""))"
  }
}
