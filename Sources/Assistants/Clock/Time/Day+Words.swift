import VocativeIntents
import VocativeUnderstanding

extension CalendarDay {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
  ]

  /// The date in words: `November twentieth, twenty twenty six`.
  var spokenDate: String { "\(Self.months[month - 1]) \(SpokenNumber.ordinal(day)), \(SpokenNumber.year(year))" }

  /// Returns the date in words, without the year if it is the current one.
  func spokenDate(from today: CalendarDay) -> String {
    year == today.year ? "\(Self.months[month - 1]) \(SpokenNumber.ordinal(day))" : spokenDate
  }

  /// Returns the day of a time in words: `today`, `tomorrow`, `on Monday`.
  ///
  /// Midnight is said with the day before it: `tonight`. "Tomorrow at midnight" could be either end of tomorrow.
  func spoken(at time: TimeOfDay, from today: CalendarDay) -> String {
    guard time == TimeOfDay(hour: 0, minute: 0), let eve = adding(days: -1), eve >= today else { return spoken(from: today) }
    return switch today.days(until: eve) {
    case 0: "tonight"
    case 1...7: "\(eve.spoken(from: today)) night"
    default: "on the night of \(eve.spokenDate(from: today))"
    }
  }

  private func spoken(from today: CalendarDay) -> String {
    switch today.days(until: self) {
    case 0: "today"
    case 1: "tomorrow"
    case 2...6: "on \(weekday.name)"
    case 7: "next \(weekday.name)"
    default: "on \(spokenDate(from: today))"
    }
  }

  /// The date in written form: `Friday, November 20, 2026`.
  var writtenInFull: String { "\(weekday.name), \(Self.months[month - 1]) \(day), \(year)" }
}

/// Several days in words.
enum SpokenDays {
  /// Returns the days of a time in words, in their order: `tomorrow, on Monday and Tuesday`.
  static func of(_ days: Set<CalendarDay>, at time: TimeOfDay, from today: CalendarDay) -> String {
    let words = days.sorted().map { $0.spoken(at: time, from: today) }
    let on = "on "
    // One "on" is enough.
    let short = words.indices.map { index in
      let isAfterOn = index > 0 && words[index - 1].hasPrefix(on) && words[index].hasPrefix(on)
      return isAfterOn ? String(words[index].dropFirst(on.count)) : words[index]
    }
    return SpokenList.of(short, limit: short.count)
  }
}

extension String {
  /// The text with a capital first letter.
  var capitalizedFirstLetter: String { prefix(1).uppercased() + dropFirst() }
}

/// Dialogs that several intents share.
enum ClockDialog {
  static let noTime = "I don't know what time it is."
  static let passed = "That time has already passed."
  static let passedToday = "That time has already passed today."
}
