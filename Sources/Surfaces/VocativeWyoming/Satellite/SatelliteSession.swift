import Foundation
import Logging
import ProgramOutput
import Vocative
import WyomingProtocol

/// Handles the events of Home Assistant on one connection.
struct SatelliteSession: ClientSession {
  private let link: SatelliteLink
  private let info: @Sendable () async -> WyomingEvent.Info
  private let answer: WyomingAnswer
  private let client: WyomingClientAddress
  private let logger: Logger
  private let id = UUID()
  private var incoming: (speech: ReceivedSpeech, purpose: SatelliteLink.Purpose)?

  /// The maximum seconds of an announcement or answer, the same as for any speech.
  private static let maxSeconds = 60

  init(
    link: SatelliteLink, info: @escaping @Sendable () async -> WyomingEvent.Info, answer: WyomingAnswer,
    client: WyomingClientAddress, logger: Logger
  ) {
    self.link = link
    self.info = info
    self.answer = answer
    self.client = client
    self.logger = logger
  }

  mutating func receive(_ event: WyomingEvent) async throws {
    await link.heard(from: id)
    do {
      try await handle(event)
    } catch {
      // Home Assistant waits for none of these events, and needs the connection for the next request.
      guard let fault = WyomingEvent.Error(error) else { throw error }
      try await answer(fault)
    }
  }

  private mutating func handle(_ event: WyomingEvent) async throws {
    switch event.knownType {
    case .describe: try await answer(await info())
    case .ping: try await answer(WyomingEvent.Pong(text: try event.message(WyomingEvent.Ping.self).text))
    case .runSatellite: try await link.connect(id, answer, from: client)
    case .pauseSatellite: await link.pause(id)
    case .transcript: await link.receive(.transcript(try event.message(WyomingEvent.Transcript.self).text), from: id)
    case .synthesize: await link.receive(.dialog(try event.message(WyomingEvent.Synthesize.self).text), from: id)
    case .error: await link.receive(.failed(try event.message(WyomingEvent.Error.self).code), from: id)
    case .audioStart: try await begin()
    case .audioChunk: try await hear(event.message(), payload: event.payload)
    case .audioStop: try await finishAudio()
    case .timerStarted, .timerCancelled, .timerFinished: try await takeTimer(event)
    // Progress of the pipeline, and events for other programs.
    default: logger.trace("ignored \(PrintableText.line(event.type, max: 40))")
    }
  }

  func end() async { await link.disconnect(id) }

  private mutating func begin() async throws {
    incoming = nil
    incoming = (ReceivedSpeech(maxSeconds: Self.maxSeconds), try await link.beginSpeech(from: id))
  }

  private mutating func hear(_ chunk: WyomingEvent.AudioChunk, payload: [UInt8]) async throws {
    // After a refusal, the rest of the audio still arrives for a while.
    guard incoming != nil else { return }
    try incoming?.speech.append(chunk, payload: payload)
  }

  private mutating func finishAudio() async throws {
    guard let (speech, purpose) = incoming else { return }
    incoming = nil
    try await link.endSpeech(speech.speech, for: purpose, from: id)
  }

  private func takeTimer(_ event: WyomingEvent) async throws {
    guard await link.isServer(id) else { return }
    switch event.knownType {
    case .timerStarted: await link.receive(try event.message(WyomingEvent.TimerStarted.self))
    case .timerCancelled: await link.receive(try event.message(WyomingEvent.TimerCancelled.self))
    default: try await link.receive(try event.message(WyomingEvent.TimerFinished.self))
    }
  }
}
