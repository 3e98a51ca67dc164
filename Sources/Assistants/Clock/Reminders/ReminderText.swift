import VocativeIntents
import VocativeUnderstanding

/// The text of a reminder as it was understood, which may have kept words for a day.
struct ReminderText {
  private let words: [String]

  private static let units = ["week", "weekend", "month", "year"] + Weekday.allCases.map { "\($0)" }
  /// The words that tell a month from the name of a person.
  private static let wordsBeforeMonth: Set<String> = ["by", "in", "next", "of", "this"]
  private static let holidays = Holiday.allCases.flatMap(\.spokenNames).map(SpokenText.words)
  /// The number of words of the longest day: `the twenty fourth of december twenty twenty six`.
  private static let maxDayWords = 9

  /// Creates the text.
  init(_ text: String) { words = SpokenText.words(of: text) }

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
    if Self.holidays.contains(where: { words.suffix($0.count).elementsEqual($0) }) { return true }
    return words.indices.suffix(Self.maxDayWords).contains { SpokenKind.day.value(of: Array(words[$0...])) != nil }
  }
}
