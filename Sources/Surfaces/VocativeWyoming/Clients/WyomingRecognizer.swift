public import Logging
public import PocketSphinx
public import Vocative
import WyomingProtocol

/// Recognizes commands with an external speech-to-text service, such as Whisper.
///
/// The built-in recognizer is the fallback.
///
/// The transcript is compared with the assistant's phrases, and rejected if it matches none, as such services report no
/// confidence.
public final class WyomingRecognizer: UtteranceRecognizer {
  private let client: WyomingClient
  private let fallback: CommandRecognizer
  private let outage: Outage
  private var grammar: CompiledGrammar?
  private var wakePhrases: [[String]] = []

  /// Creates a recognizer for a service.
  ///
  /// - Parameter limit: How long a transcript may take before the fallback takes over.
  public init(_ address: WyomingAddress, model: RecognitionModel, limit: Duration = .seconds(3), logger: Logger) {
    client = WyomingClient(address: address, limit: limit)
    fallback = CommandRecognizer(model: model.acousticModel, dictation: model.dictation)
    outage = Outage(of: address, stage: "speech to text", setting: "asr-uri", logger: logger)
  }

  /// Uses this grammar from the next utterance on.
  ///
  /// - Throws: `PocketSphinxError` when a word is not in the lexicon.
  public nonisolated(nonsending) func setGrammar(
    _ grammar: CompiledGrammar, wakePhrases: [[String]], lexicon: Lexicon
  ) async throws {
    try fallback.setGrammar(grammar, wakePhrases: wakePhrases, lexicon: lexicon)
    self.grammar = grammar
    self.wakePhrases = wakePhrases
  }

  /// Returns whether an utterance ends with speech, which spares the service a request.
  ///
  /// - Throws: `PocketSphinxError` if the library rejects the samples.
  public func hasSpeech(atEndOf samples: [Int16]) throws(PocketSphinxError) -> Bool {
    try fallback.hasSpeech(atEndOf: samples)
  }

  /// Transcribes an utterance, and compares the transcript with the phrases.
  ///
  /// - Throws: `CancellationError` if the task is cancelled; `PocketSphinxError` if the service does not answer, and the fallback
  ///   fails too.
  public nonisolated(nonsending) func recognize(
    _ samples: [Int16], from beginning: CommandRecognizer.Beginning
  ) async throws -> Understanding {
    do {
      let transcript = try await client.transcript(of: samples)
      outage.end()
      return understanding(of: transcript, from: beginning)
    } catch {
      // A cancelled request is not a failure of the service.
      try Task.checkCancellation()
      outage.begin(because: error)
      return try fallback.recognize(samples, from: beginning)
    }
  }

  private func understanding(of transcript: String, from beginning: CommandRecognizer.Beginning) -> Understanding {
    let words = SpokenText.words(of: transcript)
    guard let grammar, !words.isEmpty else { return .rejected(Rejection(.nothingHeard)) }
    let wake = wakePhrases.filter { words.starts(with: $0) }.max { $0.count < $1.count }
    if let wake, wake.count == words.count, beginning == .wakePhrase { return .wakePhraseOnly }
    // The wake phrase was detected before, so the command counts even if the service misheard the wake phrase.
    let most = beginning == .wakePhrase ? wake?.count ?? (wakePhrases.map(\.count).max() ?? 0) + 1 : wake?.count ?? 0
    var rejection = Rejection(.notAPhrase)
    for count in 0...min(most, words.count - 1) {
      let wakePhrases = [Array(words.prefix(count))]
      switch grammar.understanding(ofText: transcript, after: wakePhrases) {
      case .phrase(let match, let command):
        return .understood(
          Interpretation(
            text: command.joined(separator: " "), match: match, confidence: 1, mayGoOn: grammar.goesOn(after: command)))
      case .noPhrase(let reason):
        if rejection.explanation == nil {
          rejection = grammar.rejection(ofText: transcript, after: wakePhrases, because: reason)
        }
      case .noWords: break
      }
    }
    return .rejected(rejection)
  }
}

extension WyomingClient {
  /// The samples in a chunk, as in the reference implementation.
  private static let chunkLength = 1024

  /// Transcribes 16 kHz mono samples.
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
