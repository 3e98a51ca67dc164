import AudioSamples

/// The volume, the speed and the voice of speech.
public struct SpeechStyle: Equatable, Sendable, Codable {
  /// The possible volumes in percent of the engine's own.
  public static let volumes = 10...150
  /// The possible speeds in percent of the engine's own.
  public static let speeds = 50...200

  /// The volume in percent of the engine's own.
  public var volume = 100
  /// The speed in percent of the engine's own.
  public var speed = 100
  /// The name of the voice; nil for the engine's default.
  public var voice: String?

  /// Creates a style; values beyond the possible ones are replaced by the nearest possible ones.
  public init(volume: Int = 100, speed: Int = 100, voice: String? = nil) {
    self.volume = min(max(volume, Self.volumes.lowerBound), Self.volumes.upperBound)
    self.speed = min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound)
    self.voice = voice
  }
}

extension SpeechEngine.Speech {
  /// Returns the speech at a volume in percent of its own.
  package func at(volume: Int) -> SpeechEngine.Speech {
    guard volume != 100, followsVolume else { return self }
    let gain = Double(volume) / 100
    return SpeechEngine.Speech(samples: samples.map { Int16(clamping: Double($0) * gain) }, rate: rate)
  }
}
