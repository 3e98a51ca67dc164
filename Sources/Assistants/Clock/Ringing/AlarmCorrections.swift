import Foundation
import Synchronization

/// The alarms that were heard at a time far ahead of the clock, each with the time from which it rings again.
///
/// This is not stored. The clock may be behind only until it is set, as after a start without a network, and then it must not
/// repeat what was heard.
final class AlarmCorrections: Sendable {
  private let noticed = Mutex<[Alarm.ID: (handled: Date, since: Date)]>([:])

  /// Corrects the alarms for a clock that was set back.
  func apply(to alarms: inout [Alarm], at now: Moment) {
    noticed.withLock { noticed in
      let former = noticed
      noticed = [:]
      for (index, alarm) in alarms.enumerated() where alarm.handled(at: now) != alarm.handled {
        let earlier = former[alarm.id].flatMap { $0.handled == alarm.handled ? $0.since : nil }
        let since = min(earlier ?? now.date, now.date)
        noticed[alarm.id] = (alarm.handled, since)
        alarms[index].handled = since
      }
    }
  }
}
