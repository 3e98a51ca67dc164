public import Logging
import NIOCore
import Synchronization
public import Vocative
import WyomingProtocol

/// Detects wake phrases with an external service, such as openWakeWord, and reconnects after a loss.
///
/// The service counts as available while it answers a description request every few seconds. A service without detections sends
/// nothing else.
public final class WyomingWakeWords: WakeWordService {
  /// A message to the service.
  enum Message: Sendable {
    /// Requests a description.
    case describe
    /// Starts audio, with the wake words to detect.
    case begin([String])
    case audio([Int16], position: Int)
  }

  private struct State {
    var phrases: [String] = []
    /// The service's wake words with their spoken phrases; nil while it is not available.
    var known: [(name: String, phrase: String)]?
    /// The requested wake words; nil if there are none.
    var models: [(name: String, phrase: String)]?
    var detections: [WakeWordDetection] = []
    var detectionCount = 0
    /// Frames that do not fill a chunk yet.
    var pending: [Int16] = []
    var pendingStart = 0
    var messages: AsyncStream<Message>.Continuation?
    /// Whether a description request is unanswered.
    var isAwaited = false
  }

  private let state = Mutex(State())
  private let client: WyomingClient
  private let outage: Outage
  private let work: Mutex<Task<Void, Never>?> = Mutex(nil)

  /// The samples in a chunk: the window of openWakeWord.
  private static let chunkLength = 1280
  /// The maximum number of queued messages, 20 s of audio; a service that lags further is too slow.
  private static let maxMessages = 250
  /// Detections that the turn loop has not read yet.
  private static let maxDetections = 16

  /// Connects to a service, and stays connected until this object is released.
  ///
  /// - Parameters:
  ///   - limit: How long the service may take to answer a description request, and the interval of the requests.
  ///   - retryTime: The pause before a reconnection.
  public init(
    _ address: WyomingAddress, limit: Duration = .seconds(3), retryTime: Duration = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock(), logger: Logger
  ) {
    client = WyomingClient(address: address, limit: limit)
    outage = Outage(of: address, stage: "listening for wake words", setting: "wake-uri", logger: logger)
    let task = Task { [weak self, client, outage] in
      while !Task.isCancelled {
        do {
          try await client.exchangeWakeWords(clock: clock) { [weak self] in self }
        } catch {
          if !Task.isCancelled { outage.begin(because: client.fault(error)) }
        }
        self?.lose()
        try? await clock.sleep(for: retryTime)
      }
    }
    work.withLock { $0 = task }
  }

  deinit { work.withLock { $0?.cancel() } }

  /// Whether its detections count.
  package var isAnswering: Bool { state.withLock { $0.models != nil } }

  /// The number of detections so far.
  package var detectionCount: Int { state.withLock { $0.detectionCount } }

  // MARK: For the turn loop

  /// Detects these phrases from now on.
  public func listen(for phrases: [String]) {
    state.withLock { state in
      state.phrases = phrases
      Self.choose(&state)
    }
  }

  /// Sends the frames that fill a chunk.
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

  /// Returns new detections; nil while the service is not available.
  public func takeDetections() -> [WakeWordDetection]? {
    state.withLock { state in
      defer { state.detections = [] }
      return state.models == nil ? nil : state.detections
    }
  }

  // MARK: For the connection

  /// A connection was established.
  func connect() -> AsyncStream<Message> {
    let (stream, messages) = AsyncStream.makeStream(of: Message.self, bufferingPolicy: .bufferingOldest(Self.maxMessages))
    state.withLock { ($0.messages, $0.isAwaited) = (messages, true) }
    return stream
  }

  /// Requests a description, if the last request was answered.
  func askAgain() -> Bool {
    state.withLock { state in
      guard !state.isAwaited else { return false }
      state.isAwaited = true
      state.messages?.yield(.describe)
      return true
    }
  }

  /// Receives the description.
  ///
  /// - Returns: The problem with it; nil if there is none.
  func receive(_ info: WyomingEvent.Info) -> String? {
    let all = info.wake.flatMap { $0.models ?? [] }.map { (name: $0.name, phrase: Self.phrase(of: $0)) }
    return state.withLock { state in
      (state.isAwaited, state.known) = (false, all)
      Self.choose(&state)
      // The turn loop may not have requested phrases yet.
      guard state.models == nil, !state.phrases.isEmpty else {
        outage.end()
        return nil
      }
      let (wanted, had) = (state.phrases.joined(separator: ", "), all.map(\.phrase).joined(separator: ", "))
      return "it does not support the wake words \"\(wanted)\"; it supports: \(had.prefix(500))"
    }
  }

  /// Selects the requested wake words among the available ones, and notifies the service of a change.
  private static func choose(_ state: inout State) {
    let models = (state.known ?? []).filter { state.phrases.contains($0.phrase) }
    guard models.map(\.name) != (state.models ?? []).map(\.name) else { return }
    state.models = models.isEmpty ? nil : models
    if !models.isEmpty { state.messages?.yield(.begin(models.map(\.name))) }
  }

  /// Receives a detection.
  func receive(_ detection: WyomingEvent.Detection) {
    state.withLock { state in
      let models = state.models ?? []
      let model = detection.name.map { name in models.first { $0.name == name } } ?? (models.count == 1 ? models.first : nil)
      guard let model, state.detections.count < Self.maxDetections else { return }
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

  /// The spoken phrase of a wake word: "hey_jarvis_v0.1" is "hey jarvis".
  private static func phrase(of model: WyomingEvent.Model) -> String {
    let name = model.name.replacing(#/_v[0-9.]+$/#, with: "").replacing("_", with: " ")
    return SpokenText.sentence(of: model.phrase ?? name)
  }
}
