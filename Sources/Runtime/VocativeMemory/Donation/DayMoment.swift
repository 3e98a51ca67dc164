import Foundation
import VocativeIntents

/// A time as habits depend on it: the hour and the day of the week.
struct DayMoment: Sendable {
  /// Hours since midnight in local time.
  let hour: Double
  /// The weekday; 1 is Sunday.
  let weekday: Int

  init(_ date: Date, calendar: Calendar) {
    let parts = calendar.dateComponents([.hour, .minute, .second, .weekday], from: date)
    hour = Double(parts.hour ?? 0) + Double(parts.minute ?? 0) / 60 + Double(parts.second ?? 0) / 3600
    weekday = parts.weekday ?? 1
  }

  /// Whether the day is from Monday to Friday.
  var isWorkday: Bool { (2...6).contains(weekday) }

  /// The English name of the day.
  var weekdayName: String { (Weekday(rawValue: weekday) ?? .sunday).name }

  /// The parts of a day.
  enum PartOfDay {
    case morning, afternoon, evening, night

    var plural: String {
      switch self {
      case .morning: "mornings"
      case .afternoon: "afternoons"
      case .evening: "evenings"
      case .night: "nights"
      }
    }

    var phrase: String {
      switch self {
      case .morning: "in the morning"
      case .afternoon: "in the afternoon"
      case .evening: "in the evening"
      case .night: "at night"
      }
    }
  }

  /// The part of the day that contains the time.
  var partOfDay: PartOfDay {
    switch hour {
    case ..<5: .night
    case ..<12: .morning
    case ..<17: .afternoon
    case ..<22: .evening
    default: .night
    }
  }
}
