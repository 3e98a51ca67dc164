import AcousticFrontEnd
import Foundation
import PocketSphinx
import VocativeCapture
import VocativeDetection

/// A recording as it is measured: with noise where the condition has some, and with the room going on after it.
public struct EvaluationAudio: Equatable, Sendable {
  /// 16 kHz mono samples of the recording.
  public let samples: [Int16]
  /// What a microphone would go on to hear: ten seconds of the same noise, or as quiet as the recording's quietest moment.
  public let room: [Int16]
  /// Sample just after the last speech of the recording without noise; nil if there is none.
  public let speechEnd: Int?

  /// Seconds of audio in the recording.
  public var duration: Double { Double(samples.count) / Double(AudioFrame.sampleRate) }

  private static let roomLength = 10 * AudioFrame.sampleRate

  /// A recording without added noise.
  public init(_ speech: [Int16]) {
    self.init(speech, room: Self.quietRoom(after: speech))
  }

  /// A recording with noise at a signal-to-noise ratio in dB; where the speech ends is taken from the recording without it.
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

  /// The recording and the room after it, frame by frame.
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

  /// White noise with the energy of the recording's quietest tenth of a second, as voice activity measures it: after pre-emphasis.
  private static func quietRoom(after speech: [Int16]) -> [Int16] {
    let length = AudioFrame.sampleRate / 10
    var quietest = Double.infinity
    for start in stride(from: 1, to: speech.count - length, by: length) {
      let energy = (start..<start + length).reduce(0.0) { sum, index in
        let emphasised = Double(speech[index]) - 0.97 * Double(speech[index - 1])
        return sum + emphasised * emphasised
      }
      quietest = min(quietest, energy / Double(length))
    }
    // Pre-emphasis raises white noise by 1 + 0.97², and a recording without a pause must not put speech's own level after it.
    let level = 10 * log10(max(quietest / (1 + 0.97 * 0.97), 1e-9) / (32_768 * 32_768))
    var floor = NoiseFloor(level: max(-84, min(-50, level)))
    return floor.applied(to: [Int16](repeating: 0, count: roomLength))
  }
}
