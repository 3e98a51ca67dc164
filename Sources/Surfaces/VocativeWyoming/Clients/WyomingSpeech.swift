public import Logging
public import Vocative
import WyomingProtocol

extension SpeakingSynthesizer {
  /// Speaks with an external text-to-speech service, such as Piper.
  ///
  /// A local engine is the fallback. The service speaks at its own speed, because the protocol has none.
  ///
  /// - Parameter limit: How long synthesis of a sentence may take before the fallback takes over.
  public init(
    service address: WyomingAddress, fallback: SpeechEngine, limit: Duration = .seconds(5), output: Output,
    style: @escaping @Sendable () -> SpeechStyle = { SpeechStyle() }, logger: Logger
  ) {
    self.init(
      source: WyomingSpeech(
        client: WyomingClient(address: address, limit: limit), fallback: fallback,
        outage: Outage(of: address, stage: "speech", setting: "tts-uri", logger: logger)),
      output: output, style: style)
  }
}

/// Speech of an external service.
private struct WyomingSpeech: SpeechSource {
  let client: WyomingClient
  let fallback: SpeechEngine
  let outage: Outage

  func synthesize(_ text: String, in style: SpeechStyle) async throws(SpeechError) -> SpeechEngine.Speech {
    do {
      let speech = try await client.speech(for: text, voice: style.voice)
      outage.end()
      return speech
    } catch {
      // A cancelled request is not a failure of the service.
      guard !Task.isCancelled else { throw .cancelled }
      outage.begin(because: error)
    }
    return try await fallback.synthesize(text, in: style)
  }
}

extension WyomingClient {
  /// The maximum seconds of speech: half an hour.
  private static let maxSpeechSeconds = 1800

  /// Synthesizes a text.
  func speech(for text: String, voice: String?) async throws -> SpeechEngine.Speech {
    let request = WyomingEvent.Synthesize(text: text, voice: voice.map(WyomingEvent.Voice.init(setting:)))
    var received = ReceivedSpeech(maxSeconds: Self.maxSpeechSeconds)
    for event in try await exchange([try WyomingEvent(request)], until: .audioStop) where event.knownType == .audioChunk {
      do {
        try received.append(event.message(), payload: event.payload)
      } catch {
        throw WyomingClientError(address: address, reason: error.reason)
      }
    }
    guard let speech = received.speech else { throw WyomingClientError(address: address, reason: "it sent no audio") }
    return speech
  }
}

extension WyomingEvent.Voice {
  /// Creates the voice of a setting: a name, or a name and one of its speakers, as in `en_US-libritts-high/p3922`.
  fileprivate init(setting: String) {
    let parts = setting.split(separator: "/", maxSplits: 1).map(String.init)
    self.init(name: parts.first, speaker: parts.count == 2 ? parts[1] : nil)
  }
}
