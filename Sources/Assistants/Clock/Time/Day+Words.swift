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

  /// The date in written form: `Friday, November 20, 2026`.
  var writtenInFull: String { "\(weekday.name), \(Self.months[month - 1]) \(day), \(year)" }
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
