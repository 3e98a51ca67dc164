import Foundation

/// A time as habits go by it: the hour and the day of the week.
struct DayMoment: Sendable {
  /// Hours since midnight by the clock on the wall.
  let hour: Double
  /// 1 is Sunday.
  let weekday: Int

  init(_ date: Date, calendar: Calendar) {
    let parts = calendar.dateComponents([.hour, .minute, .second, .weekday], from: date)
    hour = Double(parts.hour ?? 0) + Double(parts.minute ?? 0) / 60 + Double(parts.second ?? 0) / 3600
    weekday = parts.weekday ?? 1
  }

  /// Whether it is Monday to Friday.
  var isWorkday: Bool { (2...6).contains(weekday) }

  /// The day in English.
  var weekdayName: String { (Weekday(rawValue: weekday) ?? .sunday).name }

  /// What people call the part of a day.
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

  /// The part of the day it is in.
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
