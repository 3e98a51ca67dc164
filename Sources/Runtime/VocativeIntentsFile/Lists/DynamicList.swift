import Logging
import Synchronization
import VocativeIntents
import VocativeUnderstanding

/// A list whose values a program or a web server prints, followed as they change.
final class DynamicList: Sendable {
  /// The maximum time to wait for the first values, from the start of a reading.
  private static let maxFirstWait = Duration.seconds(10)
  /// The maximum time to wait for later values, from the start of a reading, because a person may be waiting too.
  private static let maxWait = Duration.seconds(1)

  /// A reading that goes on, and when it started.
  private typealias Reading = (task: Task<Void, Never>, start: Duration)

  let name: String
  private let source: ListSource
  private let location: Grammar.Location
  private let clock: any Clock<Duration>
  private let elapsed: @Sendable () -> Duration
  private let logger: Logger
  private let shared = Mutex<(state: DynamicListState, reading: Reading?)>((DynamicListState(), nil))

  init(_ list: IntentsFileContents.List, from source: ListSource, clock: any Clock<Duration>, logger: Logger) {
    (name, location, self.source, self.clock, self.logger) = (list.name, list.location, source, clock, logger)
    elapsed = clock.stopwatch()
    let others = DynamicListsInUse.add(self, as: key).filter { $0.source == source }
    guard let former = others.map(\.state).first(where: \.hasValues) else { return }
    shared.withLock { $0.state.begin(with: former) }
  }

  deinit { DynamicListsInUse.remove(ObjectIdentifier(self), of: key) }

  private var key: DynamicListsInUse.Key { DynamicListsInUse.Key(file: location.file, name: name) }

  private var state: DynamicListState { shared.withLock { $0.state } }

  /// The values that were read last.
  var values: [IntentsFileContents.List.Value] { state.values }

  /// Why the list has no values, or not all, each with its place.
  var faults: [String] { state.faults.map(described) }

  /// Begins to read the values if it is time.
  func follow() { _ = begin() }

  /// Reads the values if it is time, and waits for them for a while.
  ///
  /// Requests during a long reading do not wait one after the other: they wait until the same time after its start.
  func refresh() async {
    guard let (reading, rest) = begin(), rest > .zero else { return }
    _ = await withTimeLimit(rest, clock: clock) { await reading.value }
  }

  /// Begins to read the values if it is time; returns the reading that goes on, and the time to wait for it.
  private func begin() -> (reading: Task<Void, Never>, rest: Duration)? {
    shared.withLock { shared in
      let now = elapsed()
      if shared.reading == nil, shared.state.isDue(at: now) { shared.reading = (Task { await read() }, now) }
      guard let reading = shared.reading else { return nil }
      return (reading.task, (shared.state.isRead ? Self.maxWait : Self.maxFirstWait) - (now - reading.start))
    }
  }

  private func read() async {
    let result = await source.read(for: name)
    let new = shared.withLock { shared in
      shared.reading = nil
      return shared.state.receive(result, at: elapsed(), interval: source.interval)
    }
    for fault in new { logger.warning("\(described(fault))") }
  }

  private func described(_ fault: String) -> String { "\(location): the list \"\(name)\": \(fault)" }
}

/// The dynamic lists of an intents file.
struct DynamicListSet: AlertSource {
  private let lists: [String: DynamicList]

  init(_ lists: [DynamicList]) { self.lists = Dictionary(lists.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }) }

  var isEmpty: Bool { lists.isEmpty }

  /// Returns the list with a name; nil if its values are in the file.
  subscript(name: String) -> DynamicList? { lists[name] }

  /// The values and the faults for an assistant.
  var dynamicLists: DynamicLists {
    DynamicLists(
      values: { lists.mapValues { $0.values.map(\.listed) } },
      faults: { lists.values.sorted { $0.name < $1.name }.flatMap(\.faults) })
  }

  /// Reads all lists for which it is time, at once, and waits for them for a while.
  func refresh() async {
    await withTaskGroup(of: Void.self) { group in
      for list in lists.values { group.addTask { await list.refresh() } }
    }
  }

  /// Follows the lists, and returns no alerts; a program that serves the assistant asks for alerts at least once a second.
  func alerts() -> DueAlerts {
    for list in lists.values { list.follow() }
    return DueAlerts(due: [], next: nil)
  }

  /// Does nothing, because there are no alerts.
  func end(_ alert: Alert.ID, as ending: Alert.Ending) {}
}
