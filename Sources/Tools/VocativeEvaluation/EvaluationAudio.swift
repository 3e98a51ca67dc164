import AcousticFrontEnd
import AudioSamples
import Foundation
import PocketSphinx
import VocativeCapture
import VocativeDetection

/// A recording for measurement: with noise if the condition has any, and between the sound of the room before and after it.
///
/// A program that listens knows the noise of its room. Most recordings begin with the speech, so the room before it is added.
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
  /// The length of the room before the recording, in samples: more than the three seconds in which the noise of a room is learned.
  private static let leadLength = 4 * AudioFrame.sampleRate

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
    speechEnd = Self.speechEnd(of: speech, in: Self.quietRoom(after: speech))
  }

  private init(_ samples: [Int16], room: [Int16]) {
    self.samples = samples
    self.room = room
    speechEnd = Self.speechEnd(of: samples, in: room)
  }

  /// The samples of the room before the recording, of the recording, and of the room after it.
  var all: [Int16] { room.prefix(Self.leadLength) + samples + room }

  /// The position of the recording in all samples.
  var start: Int { min(Self.leadLength, room.count) }

  /// The position in all samples after the last speech of the recording; nil if there is no speech.
  var end: Int? { speechEnd.map { $0 + start } }

  /// The frames of all samples.
  var frames: some Sequence<AudioFrame> {
    let all = all
    return stride(from: 0, to: all.count, by: AudioFrame.sampleCount).lazy.map { start in
      AudioFrame(samples: Array(all[start..<min(start + AudioFrame.sampleCount, all.count)]), sampleTime: start)
    }
  }

  /// Returns the end of the last speech, found by a detector that knows the noise of the room.
  private static func speechEnd(of samples: [Int16], in room: [Int16]) -> Int? {
    var detector = VoiceActivityDetector()
    _ = detector.process(room)
    let transitions = detector.process(samples + room) + [detector.finish()].compactMap(\.self)
    let ends = transitions.compactMap { transition -> Int? in
      // Noise of the room that was taken for speech is not speech of the recording.
      if case .ended(let position) = transition, position > room.count { position - room.count } else { nil }
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
