/// How raw samples are to be read; all are little-endian and interleaved.
package struct WyomingAudioFormat: Codable, Equatable, Sendable {
  /// Frames a second, in Hz.
  package let rate: Int
  /// Bytes of a sample.
  package let width: Int
  /// Samples of a frame.
  package let channels: Int

  /// A format.
  package init(rate: Int, width: Int, channels: Int) {
    self.rate = rate
    self.width = width
    self.channels = channels
  }
}

extension WyomingEvent {
  /// Audio begins.
  package struct AudioStart: WyomingMessage {
    package static let type = WyomingEventType.audioStart
    package let rate: Int
    package let width: Int
    package let channels: Int
    /// Milliseconds by the sender's clock.
    package let timestamp: Int?

    /// The beginning of audio in a format.
    package init(_ format: WyomingAudioFormat, timestamp: Int? = nil) {
      (rate, width, channels, self.timestamp) = (format.rate, format.width, format.channels, timestamp)
    }

    /// How the audio is to be read.
    package var format: WyomingAudioFormat { .init(rate: rate, width: width, channels: channels) }
  }

  /// Some audio, in the payload.
  package struct AudioChunk: WyomingMessage {
    package static let type = WyomingEventType.audioChunk
    package let rate: Int
    package let width: Int
    package let channels: Int
    /// Milliseconds by the sender's clock.
    package let timestamp: Int?

    /// What is said of a payload.
    package init(_ format: WyomingAudioFormat, timestamp: Int? = nil) {
      (rate, width, channels, self.timestamp) = (format.rate, format.width, format.channels, timestamp)
    }

    /// How the audio is to be read.
    package var format: WyomingAudioFormat { .init(rate: rate, width: width, channels: channels) }
  }

  /// Audio has ended.
  package struct AudioStop: WyomingMessage {
    package static let type = WyomingEventType.audioStop
    /// Milliseconds by the sender's clock.
    package let timestamp: Int?

    /// The end of audio.
    package init(timestamp: Int? = nil) { self.timestamp = timestamp }
  }

  /// Audio that was sent has been heard.
  package struct Played: WyomingMessage {
    package static let type = WyomingEventType.played
    /// All was heard.
    package init() {}
  }
}
