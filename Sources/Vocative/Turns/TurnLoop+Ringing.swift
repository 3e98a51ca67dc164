import Logging
import PocketSphinx
public import VocativeIntents
public import VocativeResponse

/// Ringing: a sound that repeats until a person stops it, with pauses in which the loop listens as usual.
extension TurnLoop {
  /// One round of ringing.
  public struct RingingRound: Sendable {
    /// The tone.
    public let tone: SpeechEngine.Speech
    /// The dialog after the tone; nil for the tone only.
    public let dialog: String?
    /// The alerts that are heard for the first time, with their assistants.
    public let news: [(assistant: String, alert: Alert)]

    /// Creates a round.
    public init(tone: SpeechEngine.Speech, dialog: String?, news: [(assistant: String, alert: Alert)] = []) {
      self.tone = tone
      self.dialog = dialog
      self.news = news
    }
  }

  /// The end of ringing.
  public enum RingingEnd: Equatable, Sendable {
    /// A person said one of the words.
    case said(String)
    /// A person stopped it in another way.
    case stopped
    /// There are no more rounds.
    case over
  }

  /// The ringing in progress.
  struct Ringing {
    var end: RingingEnd?
    /// Whether a round has begun; before the first one, ringing waits for the end of a conversation.
    var hasBegun = false
    /// Whether a round is heard now.
    var isSounding = false
    /// The pause between rounds.
    var pause: Task<Void, Never>?
  }

  /// Whether a person hears that something rings, and can stop it.
  var isRinging: Bool { ringing?.hasBegun == true }

  /// Prepares to hear the words that stop ringing, so that ringing can start at once.
  ///
  /// - Throws: `UnknownWordError` or `PocketSphinxError` if a word has no pronunciation.
  public func prepareToRing(untilHearing words: [String]) async throws {
    var stopWords = configuration.bargeIn ?? BargeIn()
    stopWords.stopWords = words
    try await hearing.prepareToRing(stopWords)
  }

  /// Rings after the current conversation, until a person stops it or there are no more rounds.
  ///
  /// If the words cannot be prepared, it rings nevertheless, and the error is reported.
  ///
  /// - Parameters:
  ///   - words: The words that stop it without a wake phrase.
  ///   - next: Returns the next round; nil to stop.
  /// - Throws: `CancellationError`, or `PocketSphinxError`.
  public func ring(untilHearing words: [String], _ next: @Sendable () async -> RingingRound?) async throws -> RingingEnd {
    guard ringing == nil else { return .over }
    ringing = Ringing()
    borrower?.end(because: .ringing)
    do {
      try await prepareToRing(untilHearing: words)
    } catch {
      // A person can stop it in other ways, but cannot know of an alert that stays silent.
      let message = "the words that stop ringing cannot be heard: \(error)"
      logger.error("\(message)")
      emit(.error(code: "ringing", message: message))
    }
    let result: Result<Void, any Error>
    do {
      try await sound(next)
      result = .success(())
    } catch {
      result = .failure(error)
    }
    let end = ringing?.end ?? .over
    ringing = nil
    try? await hearing.prepareToRing(nil)
    emitState()
    try result.get()
    return end
  }

  private func sound(_ next: @Sendable () async -> RingingRound?) async throws {
    while ringing?.end == nil, try await soundRound(next) {
      guard ringing?.end == nil else { return }
      let pause = Task { [clock, configuration] in _ = try? await clock.sleep(for: configuration.ringingPause) }
      ringing?.pause = pause
      await withTaskCancellationHandler {
        await pause.value
      } onCancel: {
        pause.cancel()
      }
      try Task.checkCancellation()
    }
  }

  /// Sounds the next round after the current conversation, and returns whether there was one.
  private func soundRound(_ next: @Sendable () async -> RingingRound?) async throws -> Bool {
    try await withFloorUnlessCancelled(when: .idle) { () -> Bool in
      // The conversation may have changed what is due, so the round is only known after it.
      guard ringing?.end == nil, let round = await next(), ringing?.end == nil else { return false }
      ringing?.hasBegun = true
      ringing?.isSounding = true
      defer { ringing?.isSounding = false }
      try await beginTurn()
      for (assistant, alert) in round.news { emit(alert, of: assistant) }
      await play(round.tone)
      if let dialog = round.dialog { await speak(dialog) }
      ringing?.isSounding = false
      finishTurn(expectsAnswer: false)
      return true
    }
  }

  /// Stops ringing; returns whether anything rang.
  ///
  /// An alert that still waits for the end of a conversation has not rung: a "stop" or "cancel" is for the conversation then.
  ///
  /// - Parameter word: The word that a person said; nil if ringing is stopped in another way.
  @discardableResult
  public func stopRinging(with word: String? = nil) -> Bool {
    guard isRinging, ringing?.end == nil else { return false }
    ringing?.end = word.map { .said($0) } ?? .stopped
    // An answer in a pause between two rounds is not part of the ringing.
    if ringing?.isSounding == true { speaker.stop() }
    ringing?.pause?.cancel()
    return true
  }

  /// Says an alert once, after the current conversation.
  ///
  /// - Throws: `SpeechError`, or `CancellationError`, also if the microphone is lent before its turn. That may take half an hour, in
  ///   which its caller may have to ring.
  public func announce(_ alert: Alert, of assistant: String) async throws {
    guard borrower == nil else { throw CancellationError() }
    let failure = try await withFloorUnlessCancelled(when: .idleAndUnlent) { () -> SpeechError? in
      try await beginTurn()
      emit(alert, of: assistant)
      let failure = await speak(alert.dialog)
      finishTurn(expectsAnswer: false)
      return failure
    }
    if let failure { throw failure }
  }

  private func emit(_ alert: Alert, of assistant: String) {
    emit(.responded(intent: "Alert", code: .success, dialog: alert.dialog, card: alert.card), assistant: assistant)
  }
}
