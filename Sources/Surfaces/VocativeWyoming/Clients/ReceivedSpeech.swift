import Vocative
import WyomingProtocol

/// Speech that comes from elsewhere in chunks; what comes after the most that is kept is not.
struct ReceivedSpeech {
  private let mostSeconds: Int
  private var format: WyomingAudioFormat?
  private var samples: [Int16] = []

  init(mostSeconds: Int) { self.mostSeconds = mostSeconds }

  /// Takes the next chunk.
  ///
  /// - Throws: `WyomingProtocolError` when it is none that is played, or in another format than those before.
  mutating func append(_ chunk: WyomingEvent.AudioChunk, payload: [UInt8]) throws(WyomingProtocolError) {
    guard chunk.width == 2, chunk.channels == 1, (4000...192_000).contains(chunk.rate), format ?? chunk.format == chunk.format
    else {
      throw WyomingProtocolError(
        code: .message,
        reason:
          "audio of \(chunk.rate) Hz, \(chunk.width) bytes a sample, \(chunk.channels) channels is not played: it has to have "
          + "2 bytes, one channel and one rate from 4000 to 192000 Hz")
    }
    format = chunk.format
    samples += [Int16](littleEndianBytes: payload).prefix(mostSeconds * chunk.rate - samples.count)
  }

  /// What has come; nil when nothing has.
  var speech: SpeechEngine.Speech? {
    guard let format, !samples.isEmpty else { return nil }
    return SpeechEngine.Speech(samples: samples, rate: format.rate)
  }
}
