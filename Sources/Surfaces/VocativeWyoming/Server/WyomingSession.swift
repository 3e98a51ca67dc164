import Foundation
import JSONValues
import Logging
import ProgramOutput
import Vocative
import WyomingProtocol

/// Handles the events of a client: audio and requests.
struct WyomingSession: ClientSession {
  private let services: WyomingServices
  private let answer: WyomingAnswer
  private let logger: Logger
  private var purpose = Purpose.transcription(.init())
  private var utterance: Utterance?
  /// The time at which the utterance began.
  private var utteranceBegin = Duration.zero
  private var streamedText: StreamedText?

  /// The purpose of audio.
  private enum Purpose {
    case transcription(WyomingEvent.Transcribe)
    case wakeWords(WakeDetection, WyomingEvent.Detect)
  }

  /// A streamed text.
  private struct StreamedText {
    let voice: String?
    var reader = SentenceReader()
    var length = 0
    /// Whether a sentence is complete.
    var hasSentences = false
    /// Whether the rest is dropped, because the client received an error.
    var hasFailed = false
  }

  init(services: WyomingServices, answer: WyomingAnswer, logger: Logger) {
    self.services = services
    self.answer = answer
    self.logger = logger
  }

  func end() async {
    if case .wakeWords(let detection, _) = purpose { await services.giveBack(detection, of: answer.peer) }
  }

  mutating func receive(_ event: WyomingEvent) async throws {
    switch event.knownType {
    case .describe: try await answer(await services.info())
    case .ping: try await answer(WyomingEvent.Pong(text: try event.message(WyomingEvent.Ping.self).text))
    case .detect: try await detect(event.message())
    case .transcribe: try await transcribe(event.message())
    case .audioStart: try await begin(event.message())
    case .audioChunk: try await hear(event.message(), payload: event.payload)
    case .audioStop: try await finishAudio()
    case .recognize: try await recognize(event.message())
    case .transcript: try await handle(event.message())
    // Only texts are handled. Without an answer, the client would wait.
    case .intent: try await answer(WyomingEvent.NotHandled(context: try event.message(WyomingEvent.Intent.self).context))
    // The whole text follows the pieces, for servers that don't support streaming.
    case .synthesize where streamedText != nil: logger.trace("ignored synthesize within a streamed text")
    case .synthesize: try await synthesize(event.message())
    case .synthesizeStart: streamedText = StreamedText(voice: try event.message(WyomingEvent.SynthesizeStart.self).voice?.name)
    case .synthesizeChunk: try await synthesize(piece: event.message(WyomingEvent.SynthesizeChunk.self).text)
    case .synthesizeStop: try await finishSynthesis()
    // Unknown events are for other servers, or later versions.
    default: logger.trace("ignored \(PrintableText.line(event.type, max: 40))")
    }
  }

  // MARK: Audio

  private mutating func detect(_ request: WyomingEvent.Detect) async throws {
    let names = Self.names(in: request)
    guard case .wakeWords(let detection, _) = purpose else {
      purpose = .wakeWords(try await services.wakeDetection(names: names, for: answer), request)
      return
    }
    try await services.prepare(detection, names: names)
    purpose = .wakeWords(detection, request)
  }

  /// The requested wake words; nil for all.
  private static func names(in request: WyomingEvent.Detect) -> Set<String>? {
    request.names.flatMap { $0.isEmpty ? nil : Set($0) }
  }

  private mutating func transcribe(_ request: WyomingEvent.Transcribe) async throws {
    if case .wakeWords(let detection, _) = purpose { await services.giveBack(detection, of: answer.peer) }
    purpose = .transcription(request)
  }

  private mutating func begin(_ start: WyomingEvent.AudioStart) async throws {
    switch purpose {
    case .wakeWords(let detection, _): try await detection.begin(start.format, timestamp: start.timestamp)
    case .transcription: try beginUtterance(start.format)
    }
  }

  private mutating func hear(_ chunk: WyomingEvent.AudioChunk, payload: [UInt8]) async throws {
    switch purpose {
    case .wakeWords(let detection, let request):
      try await services.follow(with: detection, names: Self.names(in: request), of: answer.peer)
      let found = try await detection.hear(payload, format: chunk.format, timestamp: chunk.timestamp, from: answer.peer.host)
      for found in found {
        try await answer(WyomingEvent.Detection(name: found.name, timestamp: found.timestamp, context: request.context))
      }
    case .transcription:
      if utterance == nil { try beginUtterance(chunk.format) }
      try utterance?.append(payload, format: chunk.format)
    }
  }

  private mutating func finishAudio() async throws {
    switch purpose {
    case .wakeWords(let detection, let request):
      let (found, isAny) = try await detection.end()
      for found in found {
        try await answer(WyomingEvent.Detection(name: found.name, timestamp: found.timestamp, context: request.context))
      }
      if !isAny { try await answer(WyomingEvent.NotDetected(context: request.context)) }
    case .transcription(let request):
      let text = try await transcript()
      let language = WyomingServices.language
      try await answer(WyomingEvent.TranscriptStart(language: language, context: request.context))
      if !text.isEmpty { try await answer(WyomingEvent.TranscriptChunk(text: text)) }
      // The transcript is part of the stream, for clients that do not read streams.
      try await answer(WyomingEvent.Transcript(text: text, language: language, context: request.context))
      try await answer(WyomingEvent.TranscriptStop())
    }
  }

  private mutating func beginUtterance(_ format: WyomingAudioFormat) throws {
    utterance = try Utterance(format, maxSeconds: services.limits.recordingSeconds)
    utteranceBegin = services.handovers.time
  }

  /// Returns the words of the utterance, with those that were said behind the wake phrase before it.
  private mutating func transcript() async throws -> String {
    let utterance = utterance
    self.utterance = nil
    let speech = try utterance?.speech() ?? []
    if let utterance, utterance.mayContinue, let lead = await services.handovers.take(for: answer.peer, begin: utteranceBegin),
      let text = try await services.transcriptFromWakePhrase(of: utterance.speech(after: lead), for: answer.peer)
    {
      return text
    }
    return try await services.transcript(of: speech, for: answer.peer)
  }

  // MARK: Text

  private func recognize(_ request: WyomingEvent.Recognize) async throws {
    guard let interpretation = try await services.interpretation(of: request.text, of: answer.peer) else {
      try await answer(WyomingEvent.NotRecognized(context: request.context))
      return
    }
    let entities = interpretation.slots.sorted { $0.key < $1.key }.map {
      WyomingEvent.Intent.Entity(name: $0.key, value: .string($0.value))
    }
    try await answer(WyomingEvent.Intent(name: interpretation.intent, entities: entities, context: request.context))
  }

  private func handle(_ request: WyomingEvent.Transcript) async throws {
    let conversation = request.context?["conversation_id"]?.string
    let outcome = try await services.handle(request.text, in: conversation, of: answer.peer)
    if outcome.isHandled {
      try await answer(WyomingEvent.Handled(text: outcome.dialog, context: request.context))
    } else {
      try await answer(WyomingEvent.NotHandled(text: outcome.dialog, context: request.context))
    }
  }

  private func synthesize(_ request: WyomingEvent.Synthesize) async throws {
    try await answer.audio(try await services.speech(for: request.text, voice: request.voice?.name, of: answer.peer))
  }

  private mutating func synthesize(piece: String) async throws {
    guard var text = streamedText, !text.hasFailed else { return }
    text.length += piece.count
    let isTooLong = text.length > services.limits.textLength
    let sentences = isTooLong ? [] : text.reader.receive(piece)
    text.hasFailed = isTooLong
    text.hasSentences = text.hasSentences || !sentences.isEmpty
    streamedText = text
    guard !isTooLong else {
      let reason = "the text has more than \(services.limits.textLength) characters; the rest is dropped"
      return try await answer(WyomingEvent.Error(text: reason, code: "speech"))
    }
    try await speak(sentences, by: text.voice)
  }

  private mutating func finishSynthesis() async throws {
    guard var text = streamedText else { return }
    var sentences = text.hasFailed ? [] : text.reader.finish()
    // A text without words has audio too: a moment of silence.
    if sentences.isEmpty, !text.hasSentences, !text.hasFailed { sentences = [""] }
    streamedText = nil
    try await speak(sentences, by: text.voice)
    try await answer(WyomingEvent.SynthesizeStopped())
  }

  /// Speaks sentences of a streamed text; a failure does not end the connection, because the rest of the text may follow.
  private mutating func speak(_ sentences: [String], by voice: String?) async throws {
    do {
      for sentence in sentences {
        try await answer.audio(try await services.speech(for: sentence, voice: voice, of: answer.peer))
      }
    } catch let error as WyomingServiceError {
      streamedText?.hasFailed = true
      try await answer(WyomingEvent.Error(text: error.reason, code: error.code))
    }
  }
}

extension JSONValue {
  fileprivate subscript(name: String) -> JSONValue? {
    if case .object(let fields) = self { fields[name] } else { nil }
  }

  fileprivate var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
