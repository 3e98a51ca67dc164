public import Logging
import NIOCore
import Synchronization
public import Vocative
import WyomingProtocol

/// Wake phrases found by a service elsewhere, such as openWakeWord, over a connection that is made again when it is lost.
///
/// It counts as answering while it tells every few seconds what it has. There is no other way to know that a service that says nothing
/// has heard nothing.
public final class WyomingWakeWords: WakeWordService {
  /// What is sent.
  enum Message: Sendable {
    /// What is there?
    case describe
    /// Audio begins, in which these wake words are to be found.
    case begin([String])
    case audio([Int16], position: Int)
  }

  private struct State {
    var phrases: [String] = []
    /// The service's names of all its wake words with what is said for them; nil when it does not answer.
    var known: [(name: String, phrase: String)]?
    /// Those that are wanted; nil when there are none.
    var models: [(name: String, phrase: String)]?
    var detections: [WakeWordDetection] = []
    var detectionCount = 0
    /// Frames that are not a chunk yet.
    var pending: [Int16] = []
    var pendingStart = 0
    var messages: AsyncStream<Message>.Continuation?
    /// Whether the service was asked what it has, and has not answered yet.
    var isAwaited = false
  }

  private let state = Mutex(State())
  private let client: WyomingClient
  private let outage: Outage
  private let work: Mutex<Task<Void, Never>?> = Mutex(nil)

  /// Samples in a chunk: what openWakeWord looks at in one go.
  private static let chunkLength = 1280
  /// Messages that wait to be sent, 20 s of audio; a service that takes less does not keep up.
  private static let mostMessages = 250
  /// Detections that nobody has asked for yet.
  private static let mostDetections = 16

  /// Wake words of a service, which is connected to from now on until this is gone.
  ///
  /// - Parameters:
  ///   - limit: How long the service may take to say what it has, and how often it is asked.
  ///   - retryTime: After how long it is tried again.
  public init(
    _ address: WyomingAddress, limit: Duration = .seconds(3), retryTime: Duration = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock(), logger: Logger
  ) {
    client = WyomingClient(address: address, limit: limit)
    outage = Outage(of: address, stage: "listening for wake words", logger: logger)
    let task = Task { [weak self, client, outage] in
      while !Task.isCancelled {
        do {
          try await client.exchangeWakeWords(clock: clock) { [weak self] in self }
        } catch {
          if !Task.isCancelled { outage.begin(because: error) }
        }
        self?.lose()
        try? await clock.sleep(for: retryTime)
      }
    }
    work.withLock { $0 = task }
  }

  deinit { work.withLock { $0?.cancel() } }

  /// Whether what it finds counts.
  package var isAnswering: Bool { state.withLock { $0.models != nil } }

  /// How often it has found something so far.
  package var detectionCount: Int { state.withLock { $0.detectionCount } }

  // MARK: For the turn loop

  /// Finds these phrases from now on.
  public func listen(for phrases: [String]) {
    state.withLock { state in
      state.phrases = phrases
      Self.choose(&state)
    }
  }

  /// Sends the next frame with those before it, when they make a chunk.
  public func hear(_ frame: AudioFrame) {
    state.withLock { state in
      guard state.models != nil else {
        state.pending = []
        return
      }
      if state.pendingStart + state.pending.count != frame.sampleTime {
        (state.pending, state.pendingStart) = ([], frame.sampleTime)
      }
      state.pending += frame.samples
      guard state.pending.count >= Self.chunkLength else { return }
      if case .dropped? = state.messages?.yield(.audio(state.pending, position: state.pendingStart)) { state.messages?.finish() }
      (state.pending, state.pendingStart) = ([], frame.endSampleTime)
    }
  }

  /// What was found since it was asked last; nil when the service does not answer.
  public func takeDetections() -> [WakeWordDetection]? {
    state.withLock { state in
      defer { state.detections = [] }
      return state.models == nil ? nil : state.detections
    }
  }

  // MARK: For the connection

  /// A connection has been made.
  func connect() -> AsyncStream<Message> {
    let (stream, messages) = AsyncStream.makeStream(of: Message.self, bufferingPolicy: .bufferingOldest(Self.mostMessages))
    state.withLock { ($0.messages, $0.isAwaited) = (messages, true) }
    return stream
  }

  /// Asks what the service has, if it has answered the last time.
  func askAgain() -> Bool {
    state.withLock { state in
      guard !state.isAwaited else { return false }
      state.isAwaited = true
      state.messages?.yield(.describe)
      return true
    }
  }

  /// The service has said what it has.
  ///
  /// - Returns: What is wrong with that; nil when nothing is.
  func take(_ info: WyomingEvent.Info) -> String? {
    let all = info.wake.flatMap { $0.models ?? [] }.map { (name: $0.name, phrase: Self.phrase(of: $0)) }
    return state.withLock { state in
      (state.isAwaited, state.known) = (false, all)
      Self.choose(&state)
      // Nobody may have said yet what is wanted.
      guard state.models == nil, !state.phrases.isEmpty else {
        outage.end()
        return nil
      }
      let (wanted, had) = (state.phrases.joined(separator: ", "), all.map(\.phrase).joined(separator: ", "))
      return "it has none of the wake words \"\(wanted)\"; it has: \(had.prefix(500))"
    }
  }

  /// Chooses the wake words that are wanted among those that there are, and has the service listen for others than before.
  private static func choose(_ state: inout State) {
    let models = (state.known ?? []).filter { state.phrases.contains($0.phrase) }
    guard models.map(\.name) != (state.models ?? []).map(\.name) else { return }
    state.models = models.isEmpty ? nil : models
    if !models.isEmpty { state.messages?.yield(.begin(models.map(\.name))) }
  }

  /// The service has heard something.
  func take(_ detection: WyomingEvent.Detection) {
    state.withLock { state in
      let models = state.models ?? []
      let model = detection.name.map { name in models.first { $0.name == name } } ?? (models.count == 1 ? models.first : nil)
      guard let model, state.detections.count < Self.mostDetections else { return }
      let position = detection.timestamp.map { $0.multipliedReportingOverflow(by: AudioFrame.sampleRate / 1000) }
      guard position?.overflow != true else { return }
      state.detectionCount += 1
      state.detections.append(.init(phrase: model.phrase, position: position?.partialValue ?? state.pendingStart))
    }
  }

  private func lose() {
    state.withLock { state in
      (state.known, state.models, state.messages, state.detections, state.pending) = (nil, nil, nil, [], [])
    }
  }

  /// What is said for a wake word: "hey_jarvis_v0.1" is "hey jarvis".
  private static func phrase(of model: WyomingEvent.Model) -> String {
    let name = model.name.replacing(#/_v[0-9.]+$/#, with: "").replacing("_", with: " ")
    return SpokenText.sentence(of: model.phrase ?? name)
  }
}
