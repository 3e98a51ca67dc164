import VocativeIntents

/// The days of a search.
struct DayRange {
  let since: CalendarDay?
  let until: CalendarDay?
  private let isDay: Bool

  /// Creates the range of a single day, or of several.
  init(day: PastDay?, since: PastDay?, until: PastDay?) {
    isDay = day != nil
    var first = (day ?? since)?.day
    let last = (day ?? until).map { end in first.map(end.ending(since:)) ?? end.day }
    // On a Tuesday, "between Monday and Wednesday" is about last week.
    if let start = first, let last, last < start, since?.isWeekday == true, until?.isWeekday == true {
      first = start.adding(days: -7)
    }
    // "Between today and yesterday" may be said in both orders.
    if let first, let last, last < first {
      (self.since, self.until) = (last, first)
    } else {
      (self.since, self.until) = (first, last)
    }
  }

  /// The days in dialogs, with a leading space: ` from yesterday`, ` since last Monday`.
  ///
  /// - Parameter hasSender: Whether the words before them say from whom the messages are, so that a second "from" sounds wrong.
  func spoken(clock: WallClock, hasSender: Bool = false) -> String {
    switch (since, until) {
    case (let day?, _) where isDay && hasSender: (Self.isAdverb(day, clock: clock) ? " " : " on ") + clock.spoken(day)
    case (let day?, _) where isDay: " from \(clock.spoken(day))"
    case (let first?, let last?) where hasSender: " between \(clock.spoken(first)) and \(clock.spoken(last))"
    case (let first?, let last?): " from \(clock.spoken(first)) to \(clock.spoken(last))"
    case (let first?, nil): " since \(clock.spoken(first))"
    case (nil, let last?): " until \(clock.spoken(last))"
    case (nil, nil): ""
    }
  }

  /// Returns whether the words for a day need no "on": `today`, `yesterday`, `last Monday`.
  private static func isAdverb(_ day: CalendarDay, clock: WallClock) -> Bool {
    guard let today = clock.today else { return false }
    return (-7...1).contains(today.days(until: day))
  }
}
