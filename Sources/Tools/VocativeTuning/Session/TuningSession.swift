import Foundation
import Synchronization
public import Vocative

/// Tunes wake phrases with the microphone of a running turn loop, for an owner who is not at a terminal.
///
/// One tuning runs at a time. Its steps are kept for everyone who looks at them later.
public final class TuningSession: Sendable {
  /// A request to tune a phrase.
  public struct Request: Equatable, Sendable {
    /// The possible numbers of recordings.
    public static let repetitions = 3...20
    /// The possible seconds of the room.
    public static let roomSeconds = 0...600

    let phrase: String
    let repetitions: Int
    let roomSeconds: Int

    /// Creates a request.
    ///
    /// - Throws: `TuningRefusal` if a number is not possible.
    public init(phrase: String, repetitions: Int, roomSeconds: Int) throws(TuningRefusal) {
      func check(_ value: Int, _ name: String, _ range: ClosedRange<Int>) throws(TuningRefusal) {
        guard range.contains(value) else {
          throw TuningRefusal("the number of \(name) is from \(range.lowerBound) to \(range.upperBound), not \(value)")
        }
      }
      try check(repetitions, "recordings", Self.repetitions)
      try check(roomSeconds, "seconds", Self.roomSeconds)
      (self.phrase, self.repetitions, self.roomSeconds) = (SpokenText.sentence(of: phrase), repetitions, roomSeconds)
    }
  }

  /// A step of a tuning.
  public enum Step: Sendable {
    /// A notice of the recording, other than the level of a frame.
    case recording(RecordingNotice)
    /// The recordings are evaluated; the number of those that are done.
    case evaluating(Int, of: Int)
    /// A part of the material is missing, for this reason.
    case note(String)
    /// The result.
    case tuned(Result)
    /// The tuning has ended without a result, for this reason.
    case failed(String)
  }

  /// A result, which is not used yet.
  public struct Result: Sendable {
    /// The threshold with its basis.
    public let report: TuningReport
    /// The level of each recording of the phrase.
    public let levels: [InputLevel]
  }

  private struct State {
    var work: Task<Void, Never>?
    var steps: [Step] = []
    var viewers: [Int: AsyncStream<Step>.Continuation] = [:]
    var lastViewer = 0
    var levels: [InputLevel] = []
  }

  /// The recordings without the phrase, in addition to that of the room.
  public typealias Negatives = @Sendable () async throws -> [TuningMaterial.Recording]

  private let loop: TurnLoop
  private let model: RecognitionModel
  private let negatives: Negatives
  private let state = Mutex(State())

  /// The maximum time for one recording of the phrase, with all its attempts.
  private static let maxTime = Duration.seconds(60)

  /// Creates a session with the microphone of a loop.
  ///
  /// - Parameter negatives: The recordings without the phrase; by default, the bundled sentences.
  public init(loop: TurnLoop, model: RecognitionModel, negatives: @escaping Negatives = SyntheticSpeech.recordings) {
    (self.loop, self.model, self.negatives) = (loop, model, negatives)
  }

  // MARK: Operations

  /// Whether a tuning is in progress.
  public var isRunning: Bool { state.withLock { $0.work != nil } }

  /// The last result; nil if there is none.
  public var result: Result? {
    state.withLock { if case .tuned(let result)? = $0.steps.last { result } else { nil } }
  }

  /// The phrases that can be tuned.
  public var phrases: [String] {
    get async { await loop.runtime.assistant.wakePhrases.map(SpokenText.sentence) }
  }

  /// Begins to record a phrase, and to tune it after that.
  ///
  /// - Throws: `TuningRefusal` if a tuning is in progress, or if the phrase is not a wake phrase.
  public func begin(_ request: Request) async throws {
    guard await phrases.contains(request.phrase) else { throw TuningRefusal("\"\(request.phrase)\" is not a wake phrase") }
    try state.withLock { state in
      guard state.work == nil else { throw TuningRefusal("a phrase is being tuned") }
      (state.steps, state.levels) = ([], [])
      state.work = Task { await tune(request) }
    }
  }

  /// Ends the tuning in progress.
  public func stop() { state.withLock { $0.work }?.cancel() }

  /// Uses the last result from now on.
  ///
  /// - Throws: `TuningRefusal` if there is none, or if it cannot be used.
  public func adopt() async throws {
    guard let report = result?.report else { throw TuningRefusal("nothing is tuned; record the phrase first") }
    guard report.phrases.allSatisfy(\.isWritten) else { throw TuningRefusal("the phrase would be missed too often") }
    _ = try await loop.adopt(report.calibration(date: Date()), plot: report.plot)
  }

  /// Returns the steps of the last tuning, and those that follow until it ends.
  public func steps() -> AsyncStream<Step> {
    let (steps, step) = AsyncStream.makeStream(of: Step.self)
    state.withLock { state in
      for known in state.steps { step.yield(known) }
      guard state.work != nil else { return step.finish() }
      state.lastViewer += 1
      let viewer = state.lastViewer
      state.viewers[viewer] = step
      step.onTermination = { [weak self] _ in
        // The lock may be held by the one who ends the steps.
        Task { self?.state.withLock { $0.viewers[viewer] = nil } }
      }
    }
    return steps
  }

  // MARK: Work

  private func add(_ step: Step) {
    state.withLock { state in
      state.steps.append(step)
      for viewer in state.viewers.values { viewer.yield(step) }
    }
  }

  private func tune(_ request: Request) async {
    let last: Step
    do {
      let report = try await withTaskExecutorPreference(TuningQueue()) {
        var material = TuningMaterial(try await record(request))
        do {
          material.recordings += try await negatives()
        } catch let error as SpeechError {
          add(.note("the bundled sentences cannot be spoken: \(error)"))
        }
        return try await evaluate(material)
      }
      last = .tuned(Result(report: report, levels: state.withLock { $0.levels }))
    } catch is CancellationError {
      last = .failed("it was stopped")
    } catch {
      last = .failed(ErrorMessage.text(for: error))
    }
    add(last)
    let viewers = state.withLock { state in
      defer { (state.work, state.viewers) = (nil, [:]) }
      return state.viewers.values
    }
    for viewer in viewers { viewer.finish() }
  }

  private func record(_ request: Request) async throws -> [TuningMaterial.Recording] {
    try await loop.lendMicrophone { [self] microphone in
      let session = RecordingSession(
        source: microphone, repetitions: request.repetitions, roomSeconds: Double(request.roomSeconds))
      // A microphone that delivers no audio must not be kept from the assistant.
      return try await withThrowingTaskGroup(of: [TuningMaterial.Recording].self) { group in
        group.addTask { try await session.record([request.phrase], notify: self.receive) }
        group.addTask {
          try await Task.sleep(for: Self.maxTime * request.repetitions + .seconds(request.roomSeconds))
          throw RecordingError(description: "the recording takes too long; run \"vocative doctor\"")
        }
        defer { group.cancelAll() }
        return try await group.next() ?? []
      }
    }
  }

  @Sendable private func receive(_ notice: RecordingNotice) {
    switch notice {
    case .level: return
    case .taken(_, _, let level): state.withLock { $0.levels.append(level) }
    default: break
    }
    add(.recording(notice))
  }

  private func evaluate(_ material: TuningMaterial) async throws -> TuningReport {
    let runtime = await loop.runtime
    let plan = try SpeechPlanner(model: model, runtime: runtime).plan(for: try await runtime.grammar())
    let count = material.recordings.count
    let done = Mutex(0)
    return try await Tuner(model: model, plan: plan).tune(with: material) { [self] in
      let number = done.withLock { done in
        done += 1
        return done
      }
      // About ten lines, whatever the number of recordings is.
      if number.isMultiple(of: max(count / 10, 1)) { add(.evaluating(number, of: count)) }
    }
  }
}

extension TuningRefusal {
  fileprivate init(_ description: String) { self.init(description: description) }
}

/// A queue for the evaluation, which computes for minutes and must not occupy the threads of other tasks.
private final class TuningQueue: TaskExecutor {
  private let queue = DispatchQueue(label: "vocative.tuning", qos: .utility)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
