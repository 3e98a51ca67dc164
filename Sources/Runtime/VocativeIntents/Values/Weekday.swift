import Foundation

/// A day of the week, with its number in the Gregorian calendar.
public enum Weekday: Int, Hashable, Sendable, Codable, CaseIterable {
  /// The first day of the week in `Calendar`.
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
  /// The last day of the week in `Calendar`.
  case saturday

  /// Monday to Friday.
  public static let workdays: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]
  /// Saturday and Sunday.
  public static let weekend: Set<Weekday> = [.saturday, .sunday]

  /// The English name of the day.
  public var name: String { String(describing: self).capitalized }
}
