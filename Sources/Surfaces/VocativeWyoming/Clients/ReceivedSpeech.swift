import Vocative
import WyomingProtocol

/// Speech that an external service sends in chunks; audio beyond the limit is dropped.
struct ReceivedSpeech {
  private let maxSeconds: Int
  private var format: WyomingAudioFormat?
  private var samples: [Int16] = []

  init(maxSeconds: Int) { self.maxSeconds = maxSeconds }

  /// Receives the next chunk.
  ///
  /// - Throws: `WyomingProtocolError` if the format is not supported, or differs from earlier chunks.
  mutating func append(_ chunk: WyomingEvent.AudioChunk, payload: [UInt8]) throws(WyomingProtocolError) {
    guard chunk.width == 2, chunk.channels == 1, (4000...192_000).contains(chunk.rate), format ?? chunk.format == chunk.format
    else {
      throw WyomingProtocolError(
        code: .message,
        reason:
          "audio of \(chunk.rate) Hz, \(chunk.width) bytes per sample, \(chunk.channels) channels is not supported: it must have "
          + "2 bytes, one channel and one rate from 4000 to 192000 Hz")
    }
    format = chunk.format
    samples += [Int16](littleEndianBytes: payload).prefix(maxSeconds * chunk.rate - samples.count)
  }

  /// The received speech; nil if there is none.
  var speech: SpeechEngine.Speech? {
    guard let format, !samples.isEmpty else { return nil }
    return SpeechEngine.Speech(samples: samples, rate: format.rate)
  }
}
