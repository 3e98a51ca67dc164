import VocativeResponse

/// A change of the volume, the speed and the voice; nil leaves a value as it is.
public struct SpeechChange: Equatable, Sendable, Codable {
  /// The volume in percent of the engine's own.
  public var volume: Int?
  /// The speed in percent of the engine's own.
  public var speed: Int?
  /// The name of the voice.
  public var voice: String?

  /// Creates a change.
  public init(volume: Int? = nil, speed: Int? = nil, voice: String? = nil) {
    (self.volume, self.speed, self.voice) = (volume, speed, voice)
  }

  /// Whether everything stays as it is.
  public var isEmpty: Bool { self == SpeechChange() }
}

/// A change of the speech that is not possible.
public struct SpeechChangeError: Error, Equatable, Sendable, CustomStringConvertible, ExitStatusProviding {
  /// The reason, with the possible values.
  public let description: String
  /// The exit status is `usage`.
  public var exitStatus: ExitStatus { .usage }
}

extension SpeechControl {
  /// Performs a change, from the next sentence on.
  ///
  /// - Throws: `SpeechChangeError` if it is not possible, `SpeechStyleFileError` if it is not kept after a restart.
  public func apply(_ change: SpeechChange) async throws {
    func check(_ value: Int?, _ name: String, _ range: ClosedRange<Int>) throws(SpeechChangeError) {
      guard let value, !range.contains(value) else { return }
      throw SpeechChangeError(description: "the \(name) is from \(range.lowerBound) to \(range.upperBound) percent, not \(value)")
    }
    try check(change.volume, "volume", SpeechStyle.volumes)
    try check(change.speed, "speed", SpeechStyle.speeds)
    if let speed = change.speed, speed != style.speed, !abilities.hasSpeed {
      throw SpeechChangeError(description: "the speech service sets the speed")
    }
    if let voice = change.voice, !abilities.voices.contains(voice) {
      let voices = abilities.voices.isEmpty ? "none" : abilities.voices.joined(separator: ", ")
      throw SpeechChangeError(description: "there is no voice \"\(voice.prefix(40))\"; the voices are: \(voices)")
    }
    guard !change.isEmpty else { return }
    try await self.change { style in
      style.volume = change.volume ?? style.volume
      style.speed = change.speed ?? style.speed
      style.voice = change.voice ?? style.voice
    }
  }
}
