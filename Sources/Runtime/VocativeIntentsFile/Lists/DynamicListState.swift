/// The values of a dynamic list, and when they are read again.
struct DynamicListState {
  /// The maximum time until a list that could not be read is read again.
  static let maxRetryInterval = Duration.seconds(60)
  /// The maximum number of problems of values that are logged.
  static let maxProblems = 5

  /// The values that were read last.
  private(set) var values: [IntentsFileContents.List.Value] = []
  /// Why the values could not be read the last time, and the values that are not used; empty if all is well.
  private(set) var faults: [String] = []
  /// Whether an attempt to read them has ended, here or in the former list.
  private(set) var isRead = false
  /// Whether they were read at least once, here or in the former list.
  private(set) var hasValues = false
  private var next = Duration.zero

  /// Returns whether the values are to be read.
  func isDue(at time: Duration) -> Bool { time >= next }

  /// Begins with the values of a former list, which are read again at once.
  mutating func begin(with former: DynamicListState) {
    (values, hasValues, isRead) = (former.values, former.hasValues, former.isRead)
  }

  /// Uses the result of an attempt, and returns the faults that are new.
  ///
  /// A failure keeps the values that were read before.
  mutating func receive(
    _ result: Result<ListOutput, ListSourceError>, at time: Duration, interval: Duration
  ) -> [String] {
    let former = faults
    isRead = true
    switch result {
    case .success(let output):
      (values, hasValues) = (output.values, true)
      faults = Array(output.problems.prefix(Self.maxProblems))
      let rest = output.problems.count - faults.count
      if rest > 0 { faults.append("\(rest) more values have faults") }
      next = time + interval
    case .failure(let error):
      let effect = hasValues ? "its former values stay in use" : "it is empty until it can be read"
      faults = ["it cannot be read: \(error.reason); \(effect)"]
      next = time + min(interval, Self.maxRetryInterval)
    }
    return faults == former ? [] : faults
  }
}
