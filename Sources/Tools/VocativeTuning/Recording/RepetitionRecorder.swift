import VocativeCapture
import VocativeDetection

/// Waits for a phrase, records it until voice activity ends, and rejects unusable recordings.
///
/// A pure value on the audio's own clock.
struct RepetitionRecorder {
  /// The result of waiting.
  enum Outcome: Equatable {
    case taken([Int16])
    case refused(RepetitionFault)
  }

  /// Seconds without speech after which the wait ends.
  static let patience = 8.0
  /// The permitted duration of a phrase, in seconds.
  static let lengths = 0.25...4.0
  /// The minimum level of speech, as root mean square in dBFS.
  static let minLevel = -55.0
  /// The minimum level of speech above the room just before it, in dB.
  static let minRatio = 6.0
  /// The maximum number of samples at full scale without clipping.
  static let maxFullScale = 3

  private var voiceActivity = VoiceActivityDetector()
  private var history = AudioHistory(seconds: 20)
  private var waitingSince = 0
  private var speechStart: Int?
  /// The position before which audio belongs to the previous repetition.
  private var earliest = 0
  private var isStarted = false

  private static let rate = Double(AudioFrame.sampleRate)
  /// The audio before a phrase, from which the detector later estimates the noise.
  private static let leadIn = AudioFrame.sampleRate
  private static let tail = AudioFrame.sampleRate * 2 / 5

  /// Processes the next frame; a returned outcome concludes one repetition, and the wait for the next one begins.
  mutating func process(_ frame: AudioFrame) -> Outcome? {
    if !isStarted || frame.sampleTime != history.endSampleTime {
      voiceActivity.resume(at: frame.sampleTime)
      (isStarted, waitingSince, earliest, speechStart) = (true, frame.sampleTime, frame.sampleTime, nil)
    }
    history.append(frame)
    var outcome: Outcome?
    for transition in voiceActivity.process(frame.samples) {
      switch transition {
      case .started(let position): speechStart = position
      case .paused: break
      case .ended(let position):
        guard let start = speechStart else { continue }
        outcome = examine(start..<position)
        earliest = position
        startWaiting(at: frame.endSampleTime)
      }
    }
    if outcome == nil, speechStart == nil, Double(frame.endSampleTime - waitingSince) / Self.rate >= Self.patience {
      startWaiting(at: frame.endSampleTime)
      return .refused(.nothingHeard)
    }
    return outcome
  }

  private mutating func startWaiting(at position: Int) {
    speechStart = nil
    waitingSince = position
  }

  private func examine(_ speech: Range<Int>) -> Outcome {
    let preRoll = Int(voiceActivity.configuration.preRoll * Self.rate)
    let onset = min(speech.lowerBound + preRoll, speech.upperBound)
    let seconds = Double(speech.upperBound - onset) / Self.rate
    if seconds < Self.lengths.lowerBound { return .refused(.tooShort(seconds: seconds)) }
    if seconds > Self.lengths.upperBound { return .refused(.tooLong(seconds: seconds)) }
    let level = InputLevel(of: history.samples(in: onset..<speech.upperBound))
    if level.clippedSamples > Self.maxFullScale { return .refused(.clipped(samples: level.clippedSamples)) }
    if level.rms < Self.minLevel { return .refused(.tooQuiet(level: level.rms)) }
    // The last tenth of a second before the onset may have a breath or the first consonant.
    let room = history.samples(in: max(earliest, onset - Self.leadIn)..<max(earliest, onset - AudioFrame.sampleRate / 10))
    let ratio = level.rms - InputLevel(of: room).rms
    if !room.isEmpty, ratio < Self.minRatio { return .refused(.drowned(ratio: ratio)) }
    return .taken(history.samples(in: max(earliest, onset - Self.leadIn)..<speech.upperBound + Self.tail))
  }
}
