import VocativeIntents

/// The days of a search.
struct DayRange {
  let since: CalendarDay?
  let until: CalendarDay?
  private let isDay: Bool

  /// Creates the range of a single day, or of several.
  init(day: CalendarDay?, since: CalendarDay?, until: CalendarDay?) {
    isDay = day != nil
    let (first, last) = (day ?? since, day ?? until)
    // "Between Friday and Monday" may be said in both orders.
    if let first, let last, last < first {
      (self.since, self.until) = (last, first)
    } else {
      (self.since, self.until) = (first, last)
    }
  }

  /// The days in dialogs, with a leading space: ` from yesterday`, ` since last Monday`.
  func spoken(clock: WallClock) -> String {
    switch (since, until) {
    case (let day?, _) where isDay: " from \(clock.spoken(day))"
    case (let first?, let last?): " from \(clock.spoken(first)) to \(clock.spoken(last))"
    case (let first?, nil): " since \(clock.spoken(first))"
    case (nil, let last?): " until \(clock.spoken(last))"
    case (nil, nil): ""
    }
  }
}

extension WallClock {
  /// Resolves a day of a search as the most recent one.
  func past(_ day: CalendarDay?) -> Resolution<CalendarDay> {
    guard let day else { return .notRequired }
    guard let past = latest(day) else { return .unsupported(reason: "That day doesn't exist.") }
    return .success(past)
  }
}
