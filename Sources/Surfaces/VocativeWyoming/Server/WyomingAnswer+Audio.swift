import Vocative
import WyomingProtocol

extension WyomingAnswer {
  /// The samples in a chunk, as in the reference implementation.
  private static let chunkLength = 1024

  /// Sends mono samples with the start and end events that the client expects.
  func audio(_ speech: SpeechEngine.Speech) async throws {
    let format = WyomingAudioFormat(rate: speech.rate, width: 2, channels: 1)
    try await self(WyomingEvent.AudioStart(format, timestamp: 0))
    for start in stride(from: 0, to: speech.samples.count, by: Self.chunkLength) {
      let samples = speech.samples[start..<min(start + Self.chunkLength, speech.samples.count)]
      try await self(
        WyomingEvent.AudioChunk(format, timestamp: start * 1000 / speech.rate), payload: samples.littleEndianBytes)
    }
    try await self(WyomingEvent.AudioStop(timestamp: speech.samples.count * 1000 / speech.rate))
  }
}
