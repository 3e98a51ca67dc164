import ALSA
import AudioSamples
import Vocative
import WyomingProtocol

/// Audio to transcribe when it has ended; it keeps only speech, and no more than is decoded.
final class Utterance {
  private let format: WyomingAudioFormat
  private let maxSamples: Int
  private var assembler: PCMStreamAssembler
  private var voiceActivity = VoiceActivityDetector()
  private var samples: [Int16] = []
  /// The range of the speech.
  private var start: Int?
  private var end = 0

  /// Seconds after the end of speech that belong to it, as in a conversation at a microphone.
  private static let tail = 0.2
  /// Seconds before the first speech after which it is a command of its own.
  private static let pause = 0.5
  /// The minimum seconds of audio without speech that continue a command: a client waits longer for more of it.
  private static let leastSilence = 0.5
  /// The maximum seconds of a command.
  private static let maxCommandDuration = TurnLoop.Configuration().maxCommandDuration

  /// - Throws: `WyomingProtocolError` if the format is not supported.
  init(_ format: WyomingAudioFormat, maxSeconds: Double) throws(WyomingProtocolError) {
    self.format = format
    maxSamples = SpeechAudio.samples(in: maxSeconds)
    assembler = try format.assembler()
  }

  /// Receives the next piece; audio beyond the limit is dropped.
  ///
  /// - Throws: `WyomingProtocolError` if its format differs from earlier pieces.
  func append(_ bytes: [UInt8], format: WyomingAudioFormat) throws(WyomingProtocolError) {
    guard format == self.format else { throw format.fault("the format changed within a stream; send audio-start first") }
    guard samples.count < maxSamples else { return }
    receive(try frames(from: bytes, isLast: false))
  }

  /// The speech from its beginning; empty if there is none.
  func speech() throws(WyomingProtocolError) -> [Int16] {
    receive(try frames(from: [], isLast: true))
    if case .ended(let position)? = voiceActivity.finish() { end = position }
    guard let start else { return [] }
    let last = min(end + Self.length(Self.tail), start + Self.length(Self.maxCommandDuration), samples.count)
    return Array(samples[min(start, last)..<last])
  }

  /// Whether the speech may have begun before the audio: no pause precedes it, or all of it precedes the audio.
  var mayContinue: Bool {
    guard let start else { return samples.count >= Self.length(Self.leastSilence) }
    return start <= Self.length(Self.pause)
  }

  /// The audio from its beginning to the end of the speech, behind audio that it continues.
  func speech(after lead: [Int16]) -> [Int16] {
    let last = start == nil ? samples.count : min(end + Self.length(Self.tail), samples.count)
    return Array((lead + samples[..<last]).prefix(Self.length(Self.maxCommandDuration)))
  }

  private func receive(_ frames: [AudioFrame]) {
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
      throw format.fault("it can't be converted")
    }
  }

  private static func length(_ seconds: Double) -> Int { SpeechAudio.samples(in: seconds) }
}

extension WyomingAudioFormat {
  /// Creates frames from audio in this format.
  ///
  /// - Throws: `WyomingProtocolError` if the audio can't be read.
  func assembler(sampleTime: Int = 0) throws(WyomingProtocolError) -> PCMStreamAssembler {
    let samples: [Int: PCMFormat.Sample] = [2: .s16, 3: .s24packed, 4: .s32]
    guard let sample = samples[width] else { throw fault("samples must have 2, 3 or 4 bytes") }
    guard (4000...192_000).contains(rate) else { throw fault("the rate must be from 4000 to 192000 Hz") }
    guard (1...8).contains(channels) else { throw fault("the number of channels must be from 1 to 8") }
    do throws(CaptureError) {
      return try PCMStreamAssembler(sample: sample, rate: rate, channels: channels, sampleTime: sampleTime)
    } catch {
      throw fault("it can't be converted to \(AudioFrame.sampleRate) Hz")
    }
  }

  func fault(_ reason: String) -> WyomingProtocolError {
    WyomingProtocolError(
      code: .message, reason: "audio of \(rate) Hz, \(width) bytes per sample, \(channels) channels is not supported: \(reason)")
  }
}
