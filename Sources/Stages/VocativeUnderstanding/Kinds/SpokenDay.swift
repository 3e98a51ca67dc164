/// Days in words: `tomorrow`, `next thursday`, `the fifteenth`, `december twenty fourth twenty twenty six`.
enum SpokenDay {
  private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
  ]
  /// The days of each month; February has its leap day unless a year excludes it.
  private static let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  private static let relative = [
    "today": "today", "tonight": "today", "tomorrow": "tomorrow", "yesterday": "yesterday",
    "the day after tomorrow": "day-after-tomorrow", "the day before yesterday": "day-before-yesterday",
  ]
  private static let ofTheMonth = ["of", "the", "month"]
  private static let days: [String: Int] = {
    var days: [String: Int] = [:]
    for day in 1...31 {
      days[SpokenNumber.ordinal(day)] = day
      days[SpokenNumber.words(day).joined(separator: " ")] = day
    }
    return days
  }()

  static let template: Template = {
    let month = Template.choice(months)
    let ordinal = Template.choice((1...31).map { SpokenNumber.ordinal($0) })
    let cardinal = Template.choice((1...31).map { SpokenNumber.words($0).joined(separator: " ") })
    let century: Template = .choice(["nineteen", "twenty"])
    let millennium: Template = .sequence([
      .choice(["two thousand"]), .optional(.sequence([.optional(.word("and")), SpokenNumber.belowHundred])),
    ])
    let year: Template = .optional(.alternatives([.sequence([century, SpokenNumber.twoDigits]), millennium]))
    let the: Template = .optional(.word("the"))
    let date: Template = .alternatives([
      .sequence([.word("the"), ordinal, .optional(.sequence(ofTheMonth.map(Template.word)))]),
      .sequence([the, ordinal, .optional(.word("of")), month, year]),
      .sequence([month, .alternatives([.sequence([the, ordinal]), cardinal]), year]),
    ])
    let weekday: Template = .sequence([.optional(.choice(["next", "last", "this"])), .choice(weekdays)])
    return .alternatives([.choice(relative.keys.sorted()), .sequence([.optional(.word("on")), .alternatives([weekday, date])])])
  }()

  static func value(of words: [String]) -> String? {
    if let day = relative[words.joined(separator: " ")] { return day }
    let words = words.first == "on" ? words.dropFirst() : words[...]
    if let last = words.last, weekdays.contains(last) {
      switch Array(words.dropLast()) {
      case [], ["this"]: return last
      case ["next"]: return "next-\(last)"
      case ["last"]: return "last-\(last)"
      default: return nil
      }
    }
    guard let position = words.firstIndex(where: months.contains), let month = months.firstIndex(of: words[position]) else {
      return value(ofDayInMonth: words)
    }
    let (before, after) = (words[..<position], words[(position + 1)...])
    if !before.isEmpty {
      guard let day = day(before.last == "of" ? before.dropLast() : before) else { return nil }
      return value(month: month + 1, day: day, yearWords: after)
    }
    // The longest day comes first: "twenty four twenty twenty six" is not a twentieth.
    for count in (1...3).reversed() where count <= after.count {
      if let day = day(after.prefix(count)), let value = value(month: month + 1, day: day, yearWords: after.dropFirst(count)) {
        return value
      }
    }
    return nil
  }

  static func words(for value: String) -> String? {
    if let day = relative.first(where: { $0.value == value && $0.key != "tonight" }) { return day.key }
    if let match = value.wholeMatch(of: #/---(\d\d)/#), let day = Int(match.1), (1...31).contains(day) {
      return "the \(SpokenNumber.ordinal(day))"
    }
    let parts = value.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    if weekdays.contains(value) { return value }
    if parts.count == 2, ["next", "last"].contains(parts[0]), weekdays.contains(parts[1]) { return "\(parts[0]) \(parts[1])" }
    guard let match = value.wholeMatch(of: #/(?:-|(\d{4}))-(\d\d)-(\d\d)/#), let month = Int(match.2), let day = Int(match.3),
      isDay(day, ofMonth: month, year: match.1.flatMap { Int($0) })
    else { return nil }
    let date = "\(months[month - 1]) \(SpokenNumber.ordinal(day))"
    return match.1.flatMap { Int($0) }.map { "\(date) \(SpokenNumber.year($0))" } ?? date
  }

  private static func day(_ words: ArraySlice<String>) -> Int? {
    days[(words.first == "the" ? words.dropFirst() : words).joined(separator: " ")]
  }

  /// Returns a day without its month, as in `---15`.
  private static func value(ofDayInMonth words: ArraySlice<String>) -> String? {
    let words = words.suffix(ofTheMonth.count).elementsEqual(ofTheMonth) ? words.dropLast(ofTheMonth.count) : words
    guard words.first == "the", let day = day(words),
      words.last == SpokenNumber.ordinal(day).split(separator: " ").last.map(String.init)
    else { return nil }
    return "---\(day.digits(2))"
  }

  private static func value(month: Int, day: Int, yearWords: ArraySlice<String>) -> String? {
    let year = year(yearWords)
    guard yearWords.isEmpty || year != nil, isDay(day, ofMonth: month, year: year) else { return nil }
    return "\(year.map(String.init) ?? "-")-\(month.digits(2))-\(day.digits(2))"
  }

  /// Returns a year of the previous or the current century.
  private static func year(_ words: ArraySlice<String>) -> Int? {
    guard let first = words.first, words.count > 1 else { return nil }
    if let century = ["nineteen": 1900, "twenty": 2000][first], let rest = SpokenNumber.twoDigits(words.dropFirst()) {
      return century + rest
    }
    return SpokenNumber.value(of: words).flatMap { (2000..<2100).contains($0) ? $0 : nil }
  }

  private static func isDay(_ day: Int, ofMonth month: Int, year: Int?) -> Bool {
    guard (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return false }
    guard month == 2, day == 29, let year else { return true }
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}
