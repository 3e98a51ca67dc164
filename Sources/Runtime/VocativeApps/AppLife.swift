/// The life of an app's process, as a value: it decides when to start and end the process, and never does so itself.
package struct AppLife: Equatable, Sendable {
  /// The phases of a process.
  package enum Phase: Equatable, Sendable {
    /// There is no process, and none is needed.
    case stopped
    /// The process is started; its hello is awaited.
    case starting
    /// The process waits for requests.
    case ready
    /// The process works on requests.
    case running
    /// The process is being ended because it is idle.
    case idle
    /// The process is being ended because of a fault.
    case failing
    /// The process ended by itself or because of a fault; it is started again at a time.
    case failed(until: Duration)
  }

  /// An action on the process.
  package enum Action: Equatable, Sendable {
    /// Start it.
    case launch
    /// Close its input, so that it ends by itself.
    case close
    /// End it by a signal.
    case kill
  }

  /// When the app is started and ended.
  package struct Schedule: Equatable, Sendable {
    let startsAtStart: Bool
    let idle: Duration?
    let limits: AppHostLimits

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - startsAtStart: Whether the process runs before the first request.
    ///   - idle: The time after which an idle process is ended; nil for never.
    package init(startsAtStart: Bool = false, idle: Duration? = nil, limits: AppHostLimits = AppHostLimits()) {
      (self.startsAtStart, self.idle, self.limits) = (startsAtStart, idle, limits)
    }
  }

  private let schedule: Schedule
  /// The current phase.
  package private(set) var phase = Phase.stopped
  /// The reason of the last failure.
  package private(set) var reason: String?
  private var failures = 0
  /// The requests that the process works on, or that wait for its hello.
  private var requests = 0
  private var wasUsed = false
  /// The time of the start, of the hello, or of the last answer.
  private var since = Duration.zero
  private var greeted: Duration?

  /// Creates a life without a process.
  package init(_ schedule: Schedule) { self.schedule = schedule }

  /// Whether there is a process.
  package var hasProcess: Bool {
    switch phase {
    case .starting, .ready, .running, .idle, .failing: true
    case .stopped, .failed: false
    }
  }

  /// Whether a request may be given to the app, which may have to be started first.
  package var isAvailable: Bool {
    switch phase {
    case .stopped, .starting, .ready, .running, .idle: true
    case .failing, .failed: false
    }
  }

  /// The next time at which `tick(at:)` may decide something.
  package var deadline: Duration? {
    switch phase {
    case .starting: since + schedule.limits.start
    case .ready: idleTime.map { since + $0 }
    case .failed(let until): until
    case .stopped, .running, .idle, .failing: nil
    }
  }

  private var idleTime: Duration? {
    if !schedule.startsAtStart, !wasUsed { return schedule.limits.firstUse }
    return schedule.idle
  }

  // MARK: Events

  /// The program is needed.
  package mutating func need(at now: Duration) -> Action? {
    guard phase == .stopped else { return nil }
    return launch(at: now)
  }

  /// A request begins; it may have to wait for the hello.
  package mutating func begin(at now: Duration) -> Action? {
    requests += 1
    wasUsed = true
    if phase == .ready { phase = .running }
    return need(at: now)
  }

  /// A request is over, in whatever way.
  package mutating func finish(at now: Duration) {
    requests = max(requests - 1, 0)
    guard phase == .running, requests == 0 else { return }
    (phase, since) = (.ready, now)
  }

  /// The app says hello.
  package mutating func hello(at now: Duration) {
    guard phase == .starting else { return }
    greeted = now
    (phase, since) = (requests > 0 ? .running : .ready, now)
  }

  /// The app must be ended because of a fault.
  package mutating func fail(because reason: String) -> Action? {
    guard hasProcess, phase != .failing else { return nil }
    self.reason = reason
    phase = .failing
    return .kill
  }

  /// The process has ended, or could not be started.
  package mutating func exit(_ description: String, at now: Duration) -> Action? {
    defer { greeted = nil }
    switch phase {
    case .idle:
      phase = .stopped
      // A request that arrived meanwhile waits for a new process.
      return requests > 0 ? launch(at: now) : nil
    case .stopped, .failed: return nil
    case .failing: break
    case .starting, .ready, .running: reason = description
    }
    if let greeted, now - greeted >= schedule.limits.stableTime { failures = 0 }
    failures += 1
    let pause = schedule.limits.minPause * (1 << min(failures - 1, 20))
    phase = .failed(until: now + min(pause, schedule.limits.maxPause))
    return nil
  }

  /// Time has passed.
  package mutating func tick(at now: Duration) -> Action? {
    guard let deadline, now >= deadline else { return nil }
    switch phase {
    case .starting: return fail(because: "it did not say hello within \(schedule.limits.start)")
    case .ready:
      phase = .idle
      return .close
    case .failed: return launch(at: now)
    case .stopped, .running, .idle, .failing: return nil
    }
  }

  private mutating func launch(at now: Duration) -> Action {
    (phase, since) = (.starting, now)
    return .launch
  }
}
