import Foundation
public import Logging
import NIOCore
import Synchronization
public import Vocative
import WyomingProtocol

/// The link between a satellite and Home Assistant, across connections.
///
/// It has one Home Assistant at a time: the first one keeps its place while it is active. It receives the audio of requests that
/// Vocative does not understand and can play any audio, so another client can't take its place.
public actor SatelliteLink: UtteranceFallback {
  /// Speech to play for Home Assistant.
  enum Announcement: Sendable {
    case speech(SpeechEngine.Speech, from: UUID)
    case sentence(String)
  }

  /// The purpose of received speech.
  enum Purpose: Sendable {
    case answer, announcement
    /// The answer to a request that has timed out.
    case late
  }

  private struct Server {
    let id: UUID
    let answer: WyomingAnswer
    let client: WyomingClientAddress
    var isPaused = false
    /// The time of its last event.
    var heardAt: Duration
  }

  private struct Request {
    let reply: AsyncStream<SatelliteReply>.Continuation
    var isWrittenDown = false
    var isSpoken = false
  }

  /// The maximum number of waiting announcements; further ones are refused.
  static let maxAnnouncements = 4
  /// The event name of Home Assistant's answers.
  static let source = "home-assistant"
  /// The maximum number of unread replies.
  private static let maxReplies = 16
  /// How long the speech of an answer may take after it has begun.
  private static let speechTime = Duration.seconds(30)

  /// How long the connected Home Assistant may be idle before another can take its place.
  ///
  /// It pings every other second, unless it is gone and its connection was not closed.
  private static let signTime = Duration.seconds(15)

  /// The waiting announcements, in order of arrival.
  nonisolated let announcements: AsyncStream<Announcement>
  private let announcement: AsyncStream<Announcement>.Continuation
  private let limit: Duration
  private let allowed: AllowedAddresses?
  private let clock: any Clock<Duration>
  /// The time since the link was created.
  private let now: @Sendable () -> Duration
  private let logger: Logger
  /// Warnings that were already logged since the last connection.
  private let logged = Mutex<Set<String>>([])
  private static let maxLogged = 100
  private let outage: Outage
  private var server: Server?
  private var request: Request?
  /// Passes on the last utterance completely, even if the answer arrives first.
  private var passing: Task<Void, Never>?
  /// The time until which received speech may be a late answer; nil for none.
  private var lateUntil: Duration?
  private var timers = SatelliteTimers()

  /// Creates a link without a Home Assistant.
  ///
  /// - Parameters:
  ///   - limit: How long Home Assistant may take to begin its answer.
  ///   - allowed: The accepted client addresses; nil for any.
  public init(
    limit: Duration = .seconds(10), allowed: AllowedAddresses? = nil, clock: any Clock<Duration> = ContinuousClock(),
    logger: Logger
  ) {
    self.limit = limit
    self.allowed = allowed
    self.clock = clock
    now = clock.stopwatch()
    self.logger = logger
    outage = Outage(of: "Home Assistant", stage: "handling of other requests", logger: logger)
    (announcements, announcement) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.maxAnnouncements))
  }

  // MARK: Requests to pass on

  /// Passes on an utterance, and waits for the answer.
  public func answer(to utterance: AddressedUtterance) async -> FallbackAnswer? {
    guard let server, !server.isPaused else { return nil }
    let (replies, reply) = AsyncStream.makeStream(of: SatelliteReply.self, bufferingPolicy: .bufferingNewest(Self.maxReplies))
    request = Request(reply: reply)
    lateUntil = nil
    passing = Task { [passing] in
      await passing?.value
      do { try await Self.pass(utterance, on: server.answer) } catch { reply.yield(.left) }
    }
    let timers = [timer(limit, reply, isLast: false), timer(limit + Self.speechTime, reply, isLast: true)]
    defer { for timer in timers { timer.cancel() } }
    let (answer, fault) = await SatelliteReply.outcome(of: replies, source: Self.source)
    self.request = nil
    // After a failure, nothing more will come: the next speech is an announcement.
    if fault == .late { expectLateAnswer() }
    switch (answer, fault) {
    case (.some, nil): outage.end()
    case (nil, .notUnderstood): logger.debug("Home Assistant did not understand the request either")
    case (nil, let fault?): outage.begin(because: fault)
    default: break
    }
    return answer
  }

  /// Notifies Home Assistant that its answer was played.
  public func finishedSpeaking() async { await sendPlayed() }

  /// Home Assistant may still send a late answer after Vocative has answered with its words, or rejected the request.
  private func expectLateAnswer() { lateUntil = now() + Self.speechTime }

  private static func pass(_ utterance: AddressedUtterance, on answer: WyomingAnswer) async throws {
    let wakeWord = utterance.wakePhrase.map(WakeWordName.of)
    if let wakeWord { try await answer(WyomingEvent.Detection(name: wakeWord)) }
    try await answer(WyomingEvent.RunPipeline(from: .asr, to: .tts, wakeWordName: wakeWord))
    try await answer(WyomingEvent.StreamingStarted())
    try await answer.audio(SpeechEngine.Speech(samples: utterance.samples, rate: AudioFrame.sampleRate))
    try await answer(WyomingEvent.StreamingStopped())
  }

  private func timer(
    _ time: Duration, _ reply: AsyncStream<SatelliteReply>.Continuation, isLast: Bool
  ) -> Task<Void, Never> {
    Task { [clock] in
      if (try? await clock.sleep(for: time)) != nil { reply.yield(.timeUp(isLast: isLast)) }
    }
  }

  // MARK: Connections

  /// Returns whether a client's address is allowed.
  nonisolated func admits(_ client: WyomingClientAddress) -> Bool {
    guard let allowed, let address = client.address?.ipAddress, !allowed.contains(address) else { return true }
    logOnce("refused \(address) as a client of the satellite: it is not in satellite-clients: \(allowed)")
    return false
  }

  /// Handles a client that is ready; it is refused while another one is active.
  func connect(_ id: UUID, _ answer: WyomingAnswer, from client: WyomingClientAddress) async throws {
    if let server, server.id != id {
      guard now() - server.heardAt > Self.signTime else {
        logOnce("refused \(client.host) as the satellite's Home Assistant: \(server.client) is connected")
        return answer.dismiss("another Home Assistant is connected; a satellite supports one at a time", "taken")
      }
      server.answer.dismiss("this connection was idle, and another one has replaced it", "replaced")
      request?.reply.yield(.left)
    }
    if server?.id != id {
      logger.notice("Home Assistant is connected to the satellite: \(client)")
      logged.withLock { $0 = [] }
    }
    server = Server(id: id, answer: answer, client: client, heardAt: now())
    try await answer(WyomingEvent.SatelliteConnected())
  }

  private nonisolated func logOnce(_ warning: String) {
    let isNew = logged.withLock { $0.count < Self.maxLogged && $0.insert(warning).inserted }
    if isNew { logger.warning("\(warning)") }
  }

  /// Records activity on a connection.
  func heard(from id: UUID) {
    if server?.id == id { server?.heardAt = now() }
  }

  /// Pauses a connection.
  func pause(_ id: UUID) {
    guard server?.id == id else { return }
    server?.isPaused = true
    request?.reply.yield(.left)
  }

  /// Records that a connection has ended.
  func disconnect(_ id: UUID) {
    guard server?.id == id else { return }
    server = nil
    lateUntil = nil
    request?.reply.yield(.left)
    logger.info("Home Assistant disconnected from the satellite")
  }

  // MARK: Replies

  /// Handles a reply to a request; a late reply is announced.
  func receive(_ reply: SatelliteReply, from id: UUID) {
    guard server?.id == id else { return }
    guard request != nil else {
      if case .failed = reply { lateUntil = nil } else { expectLateAnswer() }
      return
    }
    if case .transcript = reply { request?.isWrittenDown = true }
    request?.reply.yield(reply)
  }

  /// Determines the purpose of received speech.
  ///
  /// - Throws: `WyomingServiceError` if the client may not play speech.
  func beginSpeech(from id: UUID) throws -> Purpose {
    guard server?.id == id else {
      throw WyomingServiceError(
        code: "satellite", reason: "audio is refused before run-satellite, and after another client has replaced this one")
    }
    if let lateUntil {
      self.lateUntil = nil
      if now() < lateUntil { return .late }
    }
    guard let request, request.isWrittenDown, !request.isSpoken else { return .announcement }
    self.request?.isSpoken = true
    request.reply.yield(.speechBegan)
    return .answer
  }

  /// Receives speech.
  ///
  /// - Throws: `WyomingServiceError` if too many announcements are waiting.
  func endSpeech(_ speech: SpeechEngine.Speech?, for purpose: Purpose, from id: UUID) async throws {
    switch (purpose, speech) {
    case (.answer, _) where request?.isSpoken == true: request?.reply.yield(.speech(speech))
    case (.announcement, let speech?): try announce(.speech(speech, from: id))
    default: await sendPlayed()
    }
  }

  /// A timer was set.
  func receive(_ timer: WyomingEvent.TimerStarted) { timers.start(timer) }

  /// A timer was cancelled.
  func receive(_ timer: WyomingEvent.TimerCancelled) { timers.cancel(timer) }

  /// A timer has finished.
  ///
  /// - Throws: `WyomingServiceError` if too many announcements are waiting.
  func receive(_ timer: WyomingEvent.TimerFinished) throws { try announce(.sentence(timers.finish(timer))) }

  /// Whether a connection is that of the current Home Assistant.
  func isServer(_ id: UUID) -> Bool { server?.id == id }

  /// Notifies a connection, if it is still open, that its speech was played.
  func sendPlayed(to id: UUID? = nil) async {
    guard let server, id == nil || id == server.id else { return }
    try? await server.answer(WyomingEvent.Played())
  }

  private func announce(_ new: Announcement) throws {
    if case .dropped = announcement.yield(new) {
      throw WyomingServiceError(code: "busy", reason: "\(Self.maxAnnouncements) announcements are waiting; try again later")
    }
  }
}
