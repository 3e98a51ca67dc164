public import Logging
public import Vocative
import WyomingProtocol

extension SpeakingSynthesizer {
  /// Speaks with a text-to-speech service elsewhere, such as Piper, and with an engine here when that does not answer in time.
  ///
  /// - Parameter limit: How long a sentence may take to be made before it is made here.
  public init(
    service address: WyomingAddress, voice: String? = nil, fallback: SpeechEngine, limit: Duration = .seconds(5), output: Output,
    logger: Logger
  ) {
    self.init(
      source: WyomingSpeech(
        client: WyomingClient(address: address, limit: limit), voice: voice, fallback: fallback,
        outage: Outage(of: address, stage: "speech", logger: logger)),
      output: output)
  }
}

/// Speech that a service elsewhere makes.
private struct WyomingSpeech: SpeechSource {
  let client: WyomingClient
  let voice: String?
  let fallback: SpeechEngine
  let outage: Outage

  func synthesize(_ text: String) async throws(SpeechError) -> SpeechEngine.Speech {
    do {
      let speech = try await client.speech(for: text, voice: voice)
      outage.end()
      return speech
    } catch {
      // Whoever has stopped listening says nothing about the service.
      guard !Task.isCancelled else { throw .cancelled }
      outage.begin(because: error)
    }
    return try await fallback.synthesize(text)
  }
}

extension WyomingClient {
  /// Seconds of speech that are kept: half an hour.
  private static let mostSpeechSeconds = 1800

  /// A text as speech.
  func speech(for text: String, voice: String?) async throws -> SpeechEngine.Speech {
    let request = WyomingEvent.Synthesize(text: text, voice: voice.map { WyomingEvent.Voice(name: $0) })
    var received = ReceivedSpeech(mostSeconds: Self.mostSpeechSeconds)
    for event in try await exchange([try WyomingEvent(request)], until: .audioStop) where event.knownType == .audioChunk {
      do {
        try received.append(event.message(), payload: event.payload)
      } catch {
        throw WyomingClientError(address: address, reason: error.reason)
      }
    }
    guard let speech = received.speech else { throw WyomingClientError(address: address, reason: "it has said nothing") }
    return speech
  }
}
