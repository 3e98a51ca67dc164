import Foundation

/// A day of the week, with the Gregorian calendar's number.
public enum Weekday: Int, Hashable, Sendable, Codable, CaseIterable {
  /// The first day, as `Calendar` counts.
  case sunday = 1
  /// A workday.
  case monday
  /// A workday.
  case tuesday
  /// A workday.
  case wednesday
  /// A workday.
  case thursday
  /// A workday.
  case friday
  /// The last day, as `Calendar` counts.
  case saturday

  /// Monday to Friday.
  public static let workdays: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]
  /// Saturday and Sunday.
  public static let weekend: Set<Weekday> = [.saturday, .sunday]

  /// The day in English.
  public var name: String { String(describing: self).capitalized }
}
