import ALSA
import Vocative
import WyomingProtocol

/// Audio that is to be written down as a whole when it has ended; only speech, and no more of it than is ever decoded.
final class Utterance {
  private let format: WyomingAudioFormat
  private let mostSamples: Int
  private var assembler: PCMStreamAssembler
  private var voiceActivity = VoiceActivityDetector()
  private var samples: [Int16] = []
  /// From where to where somebody has spoken.
  private var start: Int?
  private var end = 0

  /// Seconds after the end of speech that belong to it, as in a conversation at a microphone.
  private static let tail = 0.2
  /// Seconds of a command that are decoded.
  private static let longestCommand = TurnLoop.Configuration().longestCommand

  /// - Throws: `WyomingProtocolError` when audio in this format cannot be read.
  init(_ format: WyomingAudioFormat, mostSeconds: Double) throws(WyomingProtocolError) {
    self.format = format
    mostSamples = Int(mostSeconds * Double(AudioFrame.sampleRate))
    assembler = try format.assembler()
  }

  /// Takes the next piece; what comes after the most that is kept is not.
  ///
  /// - Throws: `WyomingProtocolError` when it is in another format than what came before.
  func append(_ bytes: [UInt8], format: WyomingAudioFormat) throws(WyomingProtocolError) {
    guard format == self.format else { throw format.fault("it has changed within a stream; send audio-start before") }
    guard samples.count < mostSamples else { return }
    take(try frames(from: bytes, isLast: false))
  }

  /// The speech in it, from where it began; empty when nobody has spoken.
  func speech() throws(WyomingProtocolError) -> [Int16] {
    take(try frames(from: [], isLast: true))
    if case .ended(let position)? = voiceActivity.finish() { end = position }
    guard let start else { return [] }
    let last = min(end + Self.length(Self.tail), start + Self.length(Self.longestCommand), samples.count)
    return Array(samples[min(start, last)..<last])
  }

  private func take(_ frames: [AudioFrame]) {
    for frame in frames {
      samples += frame.samples
      for transition in voiceActivity.process(frame.samples) {
        switch transition {
        case .started(let position): start = start ?? position
        case .ended(let position): end = position
        case .paused: break
        }
      }
    }
  }

  private func frames(from bytes: [UInt8], isLast: Bool) throws(WyomingProtocolError) -> [AudioFrame] {
    do throws(CaptureError) {
      return try assembler.frames(from: bytes, isLast: isLast)
    } catch {
      throw format.fault("it cannot be converted")
    }
  }

  private static func length(_ seconds: Double) -> Int { Int(seconds * Double(AudioFrame.sampleRate)) }
}

extension WyomingAudioFormat {
  /// Makes frames of audio in this format.
  ///
  /// - Throws: `WyomingProtocolError` when it cannot be read.
  func assembler(sampleTime: Int = 0) throws(WyomingProtocolError) -> PCMStreamAssembler {
    let samples: [Int: PCMFormat.Sample] = [2: .s16, 3: .s24packed, 4: .s32]
    guard let sample = samples[width] else { throw fault("samples have 2, 3 or 4 bytes") }
    guard (4000...192_000).contains(rate) else { throw fault("the rate is from 4000 to 192000 Hz") }
    guard (1...8).contains(channels) else { throw fault("there are from 1 to 8 channels") }
    do throws(CaptureError) {
      return try PCMStreamAssembler(sample: sample, rate: rate, channels: channels, sampleTime: sampleTime)
    } catch {
      throw fault("it cannot be converted to \(AudioFrame.sampleRate) Hz")
    }
  }

  func fault(_ reason: String) -> WyomingProtocolError {
    WyomingProtocolError(
      code: .message, reason: "audio of \(rate) Hz, \(width) bytes a sample, \(channels) channels cannot be heard: \(reason)")
  }
}
