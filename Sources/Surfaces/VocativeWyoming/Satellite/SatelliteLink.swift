import Foundation
public import Logging
import NIOCore
import Synchronization
public import Vocative
import WyomingProtocol

/// What a satellite and Home Assistant have to say to each other, over whichever connection there is.
///
/// One Home Assistant at a time: the one that was ready first keeps its place for as long as it shows signs of life. It gets the audio of
/// what is not understood and may play anything, and nobody can take that from it by asking for it.
public actor SatelliteLink: UtteranceFallback {
  /// Something that Home Assistant wants to be heard.
  enum Announcement: Sendable {
    case speech(SpeechEngine.Speech, from: UUID)
    case sentence(String)
  }

  /// What speech that has come is.
  enum Purpose: Sendable {
    case answer, announcement
    /// The answer to what is not waited for any more.
    case late
  }

  private struct Server {
    let id: UUID
    let answer: WyomingAnswer
    let client: WyomingClientAddress
    var isPaused = false
    /// When it has said something last.
    var heardAt: Duration
  }

  private struct Request {
    let reply: AsyncStream<SatelliteReply>.Continuation
    var isWrittenDown = false
    var isSpoken = false
  }

  /// What is waited for to be announced; what comes when so much is waiting is refused.
  static let mostAnnouncements = 4
  /// The name by which Home Assistant's answers are told.
  static let source = "home-assistant"
  /// Replies that are held until they are looked at.
  private static let mostReplies = 16
  /// How long the speech of an answer may take to come once it has begun.
  private static let speechTime = Duration.seconds(30)

  /// How long the one that is connected may be silent before another takes its place: it asks every other second whether the satellite
  /// is still there, unless it is gone and its connection has not ended.
  private static let signTime = Duration.seconds(15)

  /// What is to be announced, in the order in which it came.
  nonisolated let announcements: AsyncStream<Announcement>
  private let announcement: AsyncStream<Announcement>.Continuation
  private let limit: Duration
  private let allowed: AllowedAddresses?
  private let clock: any Clock<Duration>
  /// The time since the link was made.
  private let now: @Sendable () -> Duration
  private let logger: Logger
  /// Warnings that are not repeated, however often somebody tries.
  private let told = Mutex<Set<String>>([])
  private static let maxTold = 100
  private let outage: Outage
  private var server: Server?
  private var request: Request?
  /// Passes on what was said last, to the end even when the answer comes before.
  private var passing: Task<Void, Never>?
  /// Until when speech that comes may be the answer to what is not waited for any more; nil when it is none.
  private var lateUntil: Duration?
  private var timers = SatelliteTimers()

  /// A link without a Home Assistant yet.
  ///
  /// - Parameters:
  ///   - limit: How long Home Assistant may take to begin to answer what is passed on.
  ///   - allowed: The addresses that Home Assistant may have; nil for any.
  public init(
    limit: Duration = .seconds(10), allowed: AllowedAddresses? = nil, clock: any Clock<Duration> = ContinuousClock(),
    logger: Logger
  ) {
    self.limit = limit
    self.allowed = allowed
    self.clock = clock
    now = Self.time(by: clock)
    self.logger = logger
    outage = Outage(of: "Home Assistant", stage: "what is not understood", logger: logger)
    (announcements, announcement) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostAnnouncements))
  }

  // MARK: What is not understood here

  /// Passes on what was said, and waits for the answer.
  public func answer(to utterance: AddressedUtterance) async -> FallbackAnswer? {
    guard let server, !server.isPaused else { return nil }
    let (replies, reply) = AsyncStream.makeStream(of: SatelliteReply.self, bufferingPolicy: .bufferingNewest(Self.mostReplies))
    request = Request(reply: reply)
    lateUntil = nil
    passing = Task { [passing] in
      await passing?.value
      do { try await Self.pass(utterance, on: server.answer) } catch { reply.yield(.left) }
    }
    let timers = [timer(limit, reply, isLast: false), timer(limit + Self.speechTime, reply, isLast: true)]
    defer { for timer in timers { timer.cancel() } }
    let outcome = await SatelliteReply.outcome(of: replies, source: Self.source)
    self.request = nil
    switch outcome {
    case .success(.spoken(let words)) where words.speech == nil:
      expectLateAnswer()
      return .spoken(words)
    case .success(let answer):
      outage.end()
      return answer
    case .failure(.notUnderstood):
      logger.debug("Home Assistant has not understood either")
      return nil
    case .failure(let fault):
      if fault == .late { expectLateAnswer() }
      outage.begin(because: fault)
      return nil
    }
  }

  /// Tells Home Assistant that its answer was heard.
  public func finishedSpeaking() async { await tellPlayed() }

  /// Whoever was asked and is late may still answer, when something else has been said about it.
  private func expectLateAnswer() { lateUntil = now() + Self.speechTime }

  private static func time<Time: Clock<Duration>>(by clock: Time) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

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

  // MARK: Who is there

  /// Whether a client may be Home Assistant, by its address.
  nonisolated func admits(_ client: WyomingClientAddress) -> Bool {
    guard let allowed, let address = client.address?.ipAddress, !allowed.contains(address) else { return true }
    tellOnce("\(address) wants to use the satellite, and is not in satellite-clients: \(allowed)")
    return false
  }

  /// Home Assistant is ready on a connection; while another shows signs of life, it is sent away.
  func connect(_ id: UUID, _ answer: WyomingAnswer, from client: WyomingClientAddress) async throws {
    if let server, server.id != id {
      guard now() - server.heardAt > Self.signTime else {
        tellOnce("\(client.host) wants to be the satellite's Home Assistant, and is sent away: it is \(server.client)")
        return answer.dismiss("another Home Assistant is connected; a satellite has one at a time", "taken")
      }
      server.answer.dismiss("nothing was heard of this connection for long, and another has taken over", "replaced")
      request?.reply.yield(.left)
    }
    if server?.id != id { logger.notice("Home Assistant is connected to the satellite: \(client)") }
    server = Server(id: id, answer: answer, client: client, heardAt: now())
    try await answer(WyomingEvent.SatelliteConnected())
  }

  private nonisolated func tellOnce(_ warning: String) {
    let isNew = told.withLock { $0.count < Self.maxTold && $0.insert(warning).inserted }
    if isNew { logger.warning("\(warning)") }
  }

  /// Something has come over a connection.
  func heard(from id: UUID) {
    if server?.id == id { server?.heardAt = now() }
  }

  /// Nothing is to be passed on over a connection for now.
  func pause(_ id: UUID) {
    guard server?.id == id else { return }
    server?.isPaused = true
    request?.reply.yield(.left)
  }

  /// A connection has ended.
  func disconnect(_ id: UUID) {
    guard server?.id == id else { return }
    server = nil
    lateUntil = nil
    request?.reply.yield(.left)
    logger.info("Home Assistant has left the satellite, and may come back")
  }

  // MARK: What it says

  /// Takes a reply that belongs to what was passed on; where nobody waits for one, it announces a late answer.
  func take(_ reply: SatelliteReply, from id: UUID) {
    guard server?.id == id else { return }
    guard request != nil else {
      if case .failed = reply { lateUntil = nil } else { expectLateAnswer() }
      return
    }
    if case .transcript = reply { request?.isWrittenDown = true }
    request?.reply.yield(reply)
  }

  /// What speech is that begins to come.
  ///
  /// - Throws: `WyomingServiceError` when it comes from somebody whom nothing is played for.
  func beginSpeech(from id: UUID) throws -> Purpose {
    guard server?.id == id else {
      throw WyomingServiceError(
        code: "satellite", reason: "nothing is played before run-satellite, or after another has taken over")
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

  /// Speech has come.
  ///
  /// - Throws: `WyomingServiceError` when too much is to be announced already.
  func endSpeech(_ speech: SpeechEngine.Speech?, for purpose: Purpose, from id: UUID) async throws {
    switch (purpose, speech) {
    case (.answer, _) where request?.isSpoken == true: request?.reply.yield(.speech(speech))
    case (.announcement, let speech?): try announce(.speech(speech, from: id))
    default: await tellPlayed()
    }
  }

  /// A timer was set.
  func take(_ timer: WyomingEvent.TimerStarted) { timers.start(timer) }

  /// A timer was called off.
  func take(_ timer: WyomingEvent.TimerCancelled) { timers.cancel(timer) }

  /// A timer has run down.
  ///
  /// - Throws: `WyomingServiceError` when too much is to be announced already.
  func take(_ timer: WyomingEvent.TimerFinished) throws { try announce(.sentence(timers.finish(timer))) }

  /// Whether a connection is that of the Home Assistant that is listened to.
  func isServer(_ id: UUID) -> Bool { server?.id == id }

  /// Tells that what came over a connection was heard, if it is still there.
  func tellPlayed(to id: UUID? = nil) async {
    guard let server, id == nil || id == server.id else { return }
    try? await server.answer(WyomingEvent.Played())
  }

  private func announce(_ new: Announcement) throws {
    if case .dropped = announcement.yield(new) {
      throw WyomingServiceError(code: "busy", reason: "\(Self.mostAnnouncements) announcements wait already; try again later")
    }
  }
}
