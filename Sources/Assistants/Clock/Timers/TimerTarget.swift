public import VocativeIntents
import VocativeUnderstanding

/// A timer as a person refers to it: one of the timers, or a name that no timer has.
public struct TimerTarget: ParameterValue, Equatable {
  /// The timer; nil if no timer has the name.
  public let timer: CountdownTimer?
  private let names: [String]
  /// The name in questions.
  private let dialogName: String

  private static let prefix = "no-"
  /// The maximum number of timers that a question names.
  private static let maxNames = 10
  private static var store: ClockStore {
    @Dependency var store: ClockStore
    return store
  }

  private init(_ timer: CountdownTimer, names: [String], dialogName: String) {
    (self.timer, self.names, self.dialogName) = (timer, names, dialogName)
  }

  private init(missing name: String) { (timer, names, dialogName) = (nil, [name], name) }

  /// Returns the timers as a person refers to them.
  ///
  /// Their order, as in `first tea`, and the time that is left distinguish timers with the same name. If the time is the same, a question
  /// names their order.
  static func all(of timers: [CountdownTimer]) -> [TimerTarget] {
    @Dependency var time: TimeKeeper
    let now = time.now()
    let same = Dictionary(grouping: timers) { $0.spokenNames.first ?? "" }
    func description(_ timer: CountdownTimer) -> String {
      "\(timer.nameInQuestions)\(timer.remainderInDialog(at: now, whenDone: " that's done"))"
    }
    return timers.map { timer in
      let names = timer.spokenNames
      let name = names.first ?? ""
      guard let namesakes = same[name], namesakes.count > 1, let index = namesakes.firstIndex(of: timer) else {
        return TimerTarget(timer, names: names, dialogName: name)
      }
      let ordinal = SpokenNumber.ordinal(index + 1)
      let areTold = Set(namesakes.map(description)).count == namesakes.count
      return TimerTarget(
        timer, names: names.map { "\(ordinal) \($0)" } + names,
        dialogName: areTold ? description(timer) : "the \(ordinal) \(timer.label)")
    }
  }

  /// Returns the timers, and the names that none of them has.
  public static func spokenValues() async throws -> [SpokenValue] {
    let timers = try await store.timers()
    let taken = Set(timers.compactMap(\.name))
    return all(of: timers).map(\.spokenValue)
      + TimerName.all.filter { !taken.contains($0) }.map { TimerTarget(missing: $0).spokenValue }
  }

  /// Returns the timers.
  public static func suggestedValues() async throws -> [SpokenValue] {
    all(of: try await store.timers()).map(\.spokenValue)
  }

  /// Returns the timer with an identifier, or the name that none has.
  public static func value(for identifier: String) async throws -> TimerTarget? {
    if identifier.hasPrefix(prefix) { return TimerTarget(missing: String(identifier.dropFirst(prefix.count))) }
    return all(of: try await store.timers()).first { $0.identifier == identifier }
  }

  private var name: String { timer?.spokenNames.first ?? dialogName }
  private var identifier: String { timer.map { String($0.id) } ?? Self.prefix + name }

  /// The timer as a list value.
  public var spokenValue: SpokenValue {
    SpokenValue(identifier: identifier, display: name.capitalizedFirstLetter, names: names, dialogName: dialogName)
  }

  /// Returns the timer that a person means, with or without a name.
  ///
  /// - Parameter isPreferred: Whether a timer can be meant without a name; if there is no such timer, each of them can be.
  static func resolution(
    of target: TimerTarget?, among all: [CountdownTimer], preferring isPreferred: (CountdownTimer) -> Bool = { _ in true }
  ) -> Resolution<TimerTarget> {
    if let target {
      guard target.timer == nil else { return .success(target) }
      return .unsupported(reason: "You don't have \(IndefiniteArticle.before(target.name)) timer.")
    }
    let preferred = all.filter(isPreferred)
    let targets = TimerTarget.all(of: preferred.isEmpty ? all : preferred)
    guard let first = targets.first else { return .unsupported(reason: "You don't have any timers.") }
    guard targets.count > 1 else { return .success(first) }
    let names = targets.map { $0.dialogName == $0.name ? $0.timer?.nameInQuestions ?? $0.name : $0.dialogName }
    return .disambiguation(
      among: targets, dialog: "Which timer, \(SpokenList.of(names, limit: maxNames, joiner: "or"))?")
  }
}
