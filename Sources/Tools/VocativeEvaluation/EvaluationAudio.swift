import AcousticFrontEnd
import AudioSamples
import Foundation
import PocketSphinx
import VocativeCapture
import VocativeDetection

/// A recording for measurement: with noise if the condition has any, and followed by the sound of the room.
public struct EvaluationAudio: Equatable, Sendable {
  /// 16 kHz mono samples of the recording.
  public let samples: [Int16]
  /// The sound of the room after the recording: ten seconds of the same noise, or noise as quiet as the recording's quietest
  /// moment.
  public let room: [Int16]
  /// The sample after the last speech of the recording without noise; nil if there is no speech.
  public let speechEnd: Int?

  /// The duration of the recording, in seconds.
  public var duration: Double { SpeechAudio.seconds(of: samples.count) }

  private static let roomLength = 10 * AudioFrame.sampleRate

  /// Creates a recording without added noise.
  public init(_ speech: [Int16]) {
    self.init(speech, room: Self.quietRoom(after: speech))
  }

  /// Creates a recording with noise at a signal-to-noise ratio in dB; the end of speech is taken from the recording without
  /// noise.
  public init(_ speech: [Int16], mixer: NoiseMixer, ratio: Double, seed: UInt64) {
    let mixed = mixer.mixed(speech, ratio: ratio, seed: seed, following: Self.roomLength)
    samples = Array(mixed.prefix(speech.count))
    room = Array(mixed.dropFirst(speech.count))
    speechEnd = Self.speechEnd(of: speech + Self.quietRoom(after: speech))
  }

  private init(_ samples: [Int16], room: [Int16]) {
    self.samples = samples
    self.room = room
    speechEnd = Self.speechEnd(of: samples + room)
  }

  /// The frames of the recording and the room after it.
  var frames: some Sequence<AudioFrame> {
    let all = samples + room
    return stride(from: 0, to: all.count, by: AudioFrame.sampleCount).lazy.map { start in
      AudioFrame(samples: Array(all[start..<min(start + AudioFrame.sampleCount, all.count)]), sampleTime: start)
    }
  }

  private static func speechEnd(of samples: [Int16]) -> Int? {
    var detector = VoiceActivityDetector()
    let ends = (detector.process(samples) + [detector.finish()].compactMap(\.self)).compactMap { transition -> Int? in
      if case .ended(let position) = transition { position } else { nil }
    }
    return ends.last
  }

  /// Returns white noise with the level of the recording's quietest tenth of a second in the band of speech, as in voice activity
  /// detection.
  private static func quietRoom(after speech: [Int16]) -> [Int16] {
    let length = AudioFrame.sampleRate / 10
    var band = SpeechBand()
    let filtered = speech.map { band.filtered($0) }
    // The first tenth contains the start of the filter.
    let energies = stride(from: length, to: filtered.count - length, by: length).map { start in
      filtered[start..<start + length].reduce(0) { $0 + $1 * $1 } / Double(length)
    }
    let quietest = energies.min() ?? .infinity
    // A recording without a pause must not be followed by noise at the speech's own level.
    let level = 10 * log10(max(quietest / SpeechBand.shareOfWhiteNoise, 1e-9) / (32_768 * 32_768))
    var floor = NoiseFloor(level: max(-84, min(-50, level)))
    return floor.applied(to: [Int16](repeating: 0, count: roomLength))
  }
}
