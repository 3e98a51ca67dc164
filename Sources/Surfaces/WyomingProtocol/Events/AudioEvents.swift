/// The format of raw samples, which are little-endian and interleaved.
package struct WyomingAudioFormat: Codable, Equatable, Sendable {
  /// The frame rate, in Hz.
  package let rate: Int
  /// The size of a sample, in bytes.
  package let width: Int
  /// The number of channels.
  package let channels: Int

  /// Creates a format.
  package init(rate: Int, width: Int, channels: Int) {
    self.rate = rate
    self.width = width
    self.channels = channels
  }
}

extension WyomingEvent {
  /// Starts a stream of audio.
  package struct AudioStart: WyomingMessage {
    package static let type = WyomingEventType.audioStart
    package let rate: Int
    package let width: Int
    package let channels: Int
    /// The time in milliseconds by the sender's clock.
    package let timestamp: Int?

    /// Creates an event.
    package init(_ format: WyomingAudioFormat, timestamp: Int? = nil) {
      (rate, width, channels, self.timestamp) = (format.rate, format.width, format.channels, timestamp)
    }

    /// The format of the audio.
    package var format: WyomingAudioFormat { .init(rate: rate, width: width, channels: channels) }
  }

  /// A block of audio, in the payload.
  package struct AudioChunk: WyomingMessage {
    package static let type = WyomingEventType.audioChunk
    package let rate: Int
    package let width: Int
    package let channels: Int
    /// The time in milliseconds by the sender's clock.
    package let timestamp: Int?

    /// Creates an event.
    package init(_ format: WyomingAudioFormat, timestamp: Int? = nil) {
      (rate, width, channels, self.timestamp) = (format.rate, format.width, format.channels, timestamp)
    }

    /// The format of the audio.
    package var format: WyomingAudioFormat { .init(rate: rate, width: width, channels: channels) }
  }

  /// Ends a stream of audio.
  package struct AudioStop: WyomingMessage {
    package static let type = WyomingEventType.audioStop
    /// The time in milliseconds by the sender's clock.
    package let timestamp: Int?

    /// Creates an event.
    package init(timestamp: Int? = nil) { self.timestamp = timestamp }
  }

  /// Reports that the audio has been played.
  package struct Played: WyomingMessage {
    package static let type = WyomingEventType.played
    /// Creates an event.
    package init() {}
  }
}
