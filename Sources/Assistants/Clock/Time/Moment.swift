public import Foundation
public import VocativeIntents

/// A moment by both clocks of a computer: the wall clock, which may be set, and the time since the start, which only passes.
public struct Moment: Hashable, Sendable {
  /// The time of the wall clock.
  public let date: Date
  /// The time since the computer started, including the time in which it was suspended.
  public let uptime: Duration
  /// The identifier of the start, without which uptimes cannot be compared; empty if it is unknown.
  public let boot: String

  /// Creates a moment.
  public init(date: Date, uptime: Duration, boot: String) {
    self.date = date
    self.uptime = uptime
    self.boot = boot
  }

  /// Returns the moment that is this much later.
  public func advanced(by duration: Duration) -> Moment {
    Moment(date: date + duration / .seconds(1), uptime: uptime + duration, boot: boot)
  }

  /// Returns the time from this moment to another one.
  ///
  /// A wall clock that is set changes nothing, except if the computer was started again in between, or if that is unknown.
  public func duration(to other: Moment) -> Duration {
    boot == other.boot && !boot.isEmpty ? other.uptime - uptime : .seconds(other.date.timeIntervalSince(date))
  }
}

/// The clocks of the computer and its time zone; a dependency, so that tests can set them.
public struct TimeKeeper: Sendable {
  /// Returns the current moment.
  public let now: @Sendable () -> Moment
  private let makeCalendar: @Sendable () -> Calendar

  /// Creates a time keeper.
  ///
  /// - Parameter calendar: The calendar, which is created each time because the time zone may change.
  public init(now: @escaping @Sendable () -> Moment, calendar: @autoclosure @escaping @Sendable () -> Calendar) {
    self.now = now
    makeCalendar = calendar
  }

  /// The clocks of this computer.
  public static let system: TimeKeeper = {
    let boot = bootIdentifier
    return TimeKeeper(
      now: {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Moment(
          date: Date(), uptime: .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec)), boot: boot)
      }, calendar: .localGregorian)
  }()

  /// The environment variable with the identifier of the start, for a service that may not read it from the kernel.
  static let bootVariable = "VOCATIVE_BOOT_ID"

  private static var bootIdentifier: String {
    if let identifier = ProcessInfo.processInfo.environment[bootVariable], !identifier.isEmpty { return identifier }
    let identifier = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    return (identifier ?? "").filter { !$0.isWhitespace && $0 != "-" }
  }

  /// The calendar in the current time zone.
  public var calendar: Calendar { makeCalendar() }

  /// The current day; nil if the wall clock shows a day that cannot be.
  var today: CalendarDay? { CalendarDay(now().date, calendar: calendar) }

  /// The wall clock.
  public var wallClock: WallClock { WallClock(now: { [now] in now().date }, calendar: makeCalendar()) }
}
