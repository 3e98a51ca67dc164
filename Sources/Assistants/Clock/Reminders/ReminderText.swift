import VocativeIntents
import VocativeUnderstanding

/// The text of a reminder as it was understood, which may have kept words for a day.
struct ReminderText {
  private let text: String
  private let words: [String]

  private static let units = ["week", "weekend", "month", "year"] + Weekday.allCases.map { "\($0)" }
  /// The words that tell a month from the name of a person.
  private static let wordsBeforeMonth: Set<String> = ["by", "in", "next", "of", "this"]
  private static let holidays = Holiday.allCases.flatMap(\.spokenNames).map(SpokenText.words)
  /// The number of words of the longest day: `the twenty fourth of december twenty twenty six`.
  private static let maxDayWords = 9
  /// The words before a day that the text may have kept.
  private static let wordsBeforeDay: Set<String> = ["on", "by"]
  /// The maximum number of words of an unknown day, as in `on my sister's birthday`.
  private static let maxUnknownWords = 4
  /// The words after which a weekday belongs to the text, and not to the date behind it: `book tickets for friday`.
  private static let wordsBeforeOtherDay: Set<String> = [
    "about", "after", "before", "every", "for", "from", "of", "since", "till", "until",
  ]
  private static let ordinals = Set((1...99).map(SpokenNumber.ordinal))
  private static let numbers = ordinals.union((1...99).map { SpokenNumber.words($0).joined(separator: " ") })

  /// Creates the text.
  init(_ text: String) { (self.text, words) = (text, SpokenText.words(of: text)) }

  /// The weekday at the end, which may belong to the date behind the text: `call mom on tuesday`; nil if there is none.
  var weekday: Weekday? { partBeforeWeekday?.weekday }

  /// Returns the text without the weekday of the date behind it.
  ///
  /// Another weekday is only removed after "on" or a similar word: "plan casual friday" stays.
  func withoutWeekday(of date: CalendarDay) -> String {
    guard let part = partBeforeWeekday, part.isBeforeOn || part.weekday == date.weekday else { return text }
    return part.text
  }

  private var partBeforeWeekday: (text: String, isBeforeOn: Bool, weekday: Weekday)? {
    var parts = text.split(separator: " ")
    guard let last = parts.popLast().map({ SpokenText.words(of: String($0)) }),
      let weekday = Weekday.allCases.first(where: { ["\($0)"] == last })
    else { return nil }
    if let before = parts.last?.lowercased(), ["next", "this"].contains(before) { parts.removeLast() }
    guard let before = parts.last?.lowercased(), !Self.wordsBeforeOtherDay.contains(before) else { return nil }
    let isBeforeOn = Self.wordsBeforeDay.contains(before)
    if isBeforeOn { parts.removeLast() }
    guard let end = parts.popLast() else { return nil }
    parts.append(end.hasSuffix(",") ? end.dropLast() : end)
    return (parts.joined(separator: " "), isBeforeOn, weekday)
  }

  /// Whether it ends before the last one of several days or times: `eat on monday and`.
  var isBeforeAnotherDay: Bool { ["and", "or"].contains(words.last) }

  /// Whether the day behind it is only a part of the one that was said: `call mom a week from`.
  var endsWithinDay: Bool {
    ["from", "after", "before", "but"].contains(words.last)
      || [["next", "week"], ["next", "month"]].contains { words.suffix(2).elementsEqual($0) }
  }

  /// Whether it ends in words for something that repeats: `pay the rent on the first of every month`.
  var repeats: Bool {
    if ["daily", "weekly", "monthly", "yearly"].contains(words.last) { return true }
    let isOther = words.dropLast().last == "other"
    guard let last = words.last, let before = words.dropLast(isOther ? 2 : 1).last, ["every", "each"].contains(before) else {
      return false
    }
    return ["day", "hour", "minute"].contains(last) || Self.units.contains(last) || DayPart(rawValue: last) != nil
  }

  /// Whether it ends in words for a day, perhaps with a time: `pay the rent at the end of the month`, `call mom tomorrow at six`.
  var endsInDay: Bool {
    var words = self.words[...]
    // The text that answers a question keeps its time.
    if let at = words.lastIndex(of: "at"), SpokenKind.clockTime.value(of: Array(words[(at + 1)...])) != nil {
      words = words[..<at]
    }
    if DayPart.allCases.contains(where: { $0.rawValue == words.last }) { words = words.dropLast() }
    guard let last = words.last else { return false }
    if Self.units.contains(last) || Self.units.contains(where: { "\($0)s" == last }) { return true }
    let isMonth = SpokenKind.day.value(of: ["first", last]) != nil
    if isMonth, let before = words.dropLast().last, Self.wordsBeforeMonth.contains(before) { return true }
    // "In three days", which is a time alone only at the end of a sentence.
    if let start = words.lastIndex(of: "in"), SpokenKind.duration.value(of: Array(words[(start + 1)...])) != nil { return true }
    if words.suffix(2).elementsEqual(["from", "now"]) { return true }
    // "The saturday after next".
    if words.suffix(2).elementsEqual(["after", "next"]) { return true }
    if Self.endsInUnknownDay(words) || text.contains(#/\b(?:on|by) \d{1,2}[\/.]\d{1,2}(?:[\/.]\d{2,4})?$/#) { return true }
    if Self.holidays.contains(where: { words.suffix($0.count).elementsEqual($0) }) { return true }
    return words.indices.suffix(Self.maxDayWords).contains { SpokenKind.day.value(of: Array(words[$0...])) != nil }
  }

  /// Whether words end in a day that cannot be, or that is not known: `november thirty first`, `on the fortieth`, `on my birthday`.
  private static func endsInUnknownDay(_ words: ArraySlice<String>) -> Bool {
    words.indices.suffix(maxDayWords).contains { isDate(words[$0...]) }
      || words.indices.suffix(maxUnknownWords + 1).contains { start in
        let day = words[(start + 1)...]
        return wordsBeforeDay.contains(words[start]) && (isNamedDay(day) || isOrdinal(day))
      }
  }

  /// Whether words are a month with a number, also one that the month does not have.
  private static func isDate(_ words: ArraySlice<String>) -> Bool {
    guard let month = words.firstIndex(where: { SpokenKind.day.value(of: ["first", $0]) != nil }) else { return false }
    let (start, after) = (words[..<month], words[(month + 1)...])
    let before = start.last == "of" ? start.dropLast() : start
    let first = ["first", words[month]]
    // Nothing, or a year.
    func isEnd(_ words: ArraySlice<String>) -> Bool { SpokenKind.day.value(of: first + words) != nil }
    guard before.isEmpty else { return isOrdinal(before) && isEnd(after) }
    return after.indices.contains { numbers.contains(withoutThe(after[...$0])) && isEnd(after[($0 + 1)...]) }
  }

  /// Whether words end like the name of a day: `my birthday`, `workdays`; "the end of the day" is today.
  private static func isNamedDay(_ words: ArraySlice<String>) -> Bool {
    guard let last = words.last, last != "midday" else { return false }
    if last == "day", let before = words.dropLast().last { return !["of", "the"].contains(before) }
    return last.hasSuffix("day") || last.hasSuffix("days")
  }

  private static func isOrdinal(_ words: ArraySlice<String>) -> Bool { ordinals.contains(withoutThe(words)) }

  private static func withoutThe(_ words: ArraySlice<String>) -> String {
    (words.first == "the" ? words.dropFirst() : words).joined(separator: " ")
  }
}
