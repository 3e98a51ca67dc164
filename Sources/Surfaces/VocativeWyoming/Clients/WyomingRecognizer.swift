public import Logging
public import PocketSphinx
public import Vocative
import WyomingProtocol

/// Hears commands with a speech-to-text service elsewhere, such as Whisper, and with the recogniser that comes with Vocative when that
/// does not answer in time.
///
/// The words that come back are compared with the assistant's phrases: what is none of them is rejected, as there is no telling how
/// sure such a service is.
public final class WyomingRecognizer: UtteranceRecognizer {
  private let client: WyomingClient
  private let fallback: CommandRecognizer
  private let outage: Outage
  private var grammar: CompiledGrammar?
  private var wakePhrases: [[String]] = []

  /// A recogniser that asks a service.
  ///
  /// - Parameter limit: How long a transcript may take before the command is heard here.
  public init(_ address: WyomingAddress, model: RecognitionModel, limit: Duration = .seconds(3), logger: Logger) {
    client = WyomingClient(address: address, limit: limit)
    fallback = CommandRecognizer(model: model.acousticModel, dictation: model.dictation)
    outage = Outage(of: address, stage: "speech to text", logger: logger)
  }

  /// Understands this grammar from the next utterance on.
  ///
  /// - Throws: `PocketSphinxError` when a word is not in the lexicon.
  public nonisolated(nonsending) func setGrammar(
    _ grammar: CompiledGrammar, wakePhrases: [[String]], lexicon: Lexicon
  ) async throws {
    try fallback.setGrammar(grammar, wakePhrases: wakePhrases, lexicon: lexicon)
    self.grammar = grammar
    self.wakePhrases = wakePhrases
  }

  /// Has an utterance written down, and compares what comes back with the phrases.
  ///
  /// - Throws: `PocketSphinxError` when the service does not answer, and decoding fails here too.
  public nonisolated(nonsending) func recognize(
    _ samples: [Int16], from beginning: CommandRecognizer.Beginning
  ) async throws -> Understanding {
    do {
      let transcript = try await client.transcript(of: samples)
      outage.end()
      return understanding(of: transcript, from: beginning)
    } catch {
      outage.begin(because: error)
      return try fallback.recognize(samples, from: beginning)
    }
  }

  private func understanding(of transcript: String, from beginning: CommandRecognizer.Beginning) -> Understanding {
    let words = SpokenText.words(of: transcript)
    guard let grammar, !words.isEmpty else { return .rejected(Rejection(.nothingHeard)) }
    let wake = wakePhrases.filter { words.starts(with: $0) }.max { $0.count < $1.count }
    if let wake, wake.count == words.count, beginning == .wakePhrase { return .wakePhraseOnly }
    // The wake phrase was heard before, so a service that has misheard it may still have understood what comes after.
    let most = beginning == .wakePhrase ? wake?.count ?? (wakePhrases.map(\.count).max() ?? 0) + 1 : wake?.count ?? 0
    var reason: String?
    for count in 0...min(most, words.count - 1) {
      switch grammar.understanding(ofText: transcript, after: [Array(words.prefix(count))]) {
      case .phrase(let match, let command):
        return .understood(
          Interpretation(
            text: command.joined(separator: " "), match: match, confidence: 1, mayGoOn: grammar.goesOn(after: command)))
      case .noPhrase(let found): reason = reason ?? found
      case .noWords: break
      }
    }
    return .rejected(Rejection(.notAPhrase, explanation: reason))
  }
}

extension WyomingClient {
  /// Samples in a chunk, as the reference implementation has it.
  private static let chunkLength = 1024

  /// What 16 kHz mono samples say.
  func transcript(of samples: [Int16]) async throws -> String {
    let format = WyomingAudioFormat(rate: AudioFrame.sampleRate, width: 2, channels: 1)
    func milliseconds(_ sample: Int) -> Int { sample * 1000 / AudioFrame.sampleRate }
    var events = [
      try WyomingEvent(WyomingEvent.Transcribe(language: WyomingServices.language)),
      try WyomingEvent(WyomingEvent.AudioStart(format, timestamp: 0)),
    ]
    for start in stride(from: 0, to: samples.count, by: Self.chunkLength) {
      let chunk = samples[start..<min(start + Self.chunkLength, samples.count)]
      events.append(
        try WyomingEvent(
          WyomingEvent.AudioChunk(format, timestamp: milliseconds(start)), payload: chunk.littleEndianBytes))
    }
    events.append(try WyomingEvent(WyomingEvent.AudioStop(timestamp: milliseconds(samples.count))))
    let answers = try await exchange(events, until: .transcript)
    return try answers.last?.message(WyomingEvent.Transcript.self).text ?? ""
  }
}
