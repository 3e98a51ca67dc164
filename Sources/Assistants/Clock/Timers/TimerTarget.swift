public import VocativeIntents

/// A timer as a person refers to it: one of the timers, or a name that no timer has.
public struct TimerTarget: ParameterValue, Equatable {
  /// The timer; nil if no timer has the name.
  public let timer: CountdownTimer?
  private let name: String

  private static let prefix = "no-"
  private static var store: ClockStore {
    @Dependency var store: ClockStore
    return store
  }

  init(_ timer: CountdownTimer) { (self.timer, name) = (timer, timer.spokenNames.first ?? "") }

  private init(missing name: String) { (timer, self.name) = (nil, name) }

  /// Returns the timers, and the names that none of them has.
  public static func spokenValues() async throws -> [SpokenValue] {
    let timers = try await store.timers()
    let taken = Set(timers.compactMap(\.name))
    return timers.map { TimerTarget($0).spokenValue }
      + TimerName.all.filter { !taken.contains($0) }.map { TimerTarget(missing: $0).spokenValue }
  }

  /// Returns the timers.
  public static func suggestedValues() async throws -> [SpokenValue] {
    try await store.timers().map { TimerTarget($0).spokenValue }
  }

  /// Returns the timer with an identifier, or the name that none has.
  public static func value(for identifier: String) async throws -> TimerTarget? {
    if identifier.hasPrefix(prefix) { return TimerTarget(missing: String(identifier.dropFirst(prefix.count))) }
    return try await store.timers().first { String($0.id) == identifier }.map(TimerTarget.init)
  }

  /// The timer as a list value.
  public var spokenValue: SpokenValue {
    SpokenValue(
      identifier: timer.map { String($0.id) } ?? Self.prefix + name, display: name.capitalizedFirstLetter,
      names: timer?.spokenNames ?? [name])
  }

  /// Returns the timer that a person means, with or without a name.
  ///
  /// - Parameter isPreferred: Whether a timer can be meant without a name; if there is no such timer, each of them can be.
  static func resolution(
    of target: TimerTarget?, among all: [CountdownTimer], preferring isPreferred: (CountdownTimer) -> Bool = { _ in true }
  ) -> Resolution<TimerTarget> {
    if let target {
      return target.timer == nil ? .unsupported(reason: "You don't have a \(target.name) timer.") : .success(target)
    }
    let preferred = all.filter(isPreferred)
    let timers = preferred.isEmpty ? all : preferred
    guard let first = timers.first else { return .unsupported(reason: "You don't have any timers.") }
    guard timers.count > 1 else { return .success(TimerTarget(first)) }
    return .disambiguation(among: timers.map(TimerTarget.init), dialog: nil)
  }
}
