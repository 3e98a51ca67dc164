import AudioSamples
import Foundation

/// Detects the start and end of speech by the level in the band of speech above the room's noise.
///
/// Outside this band, a fan, a fridge and a microphone's hiss are often louder than the speech.
///
/// A pure value: equal frames give equal results, independent of any clock. The room's noise is the lowest smoothed level of the
/// last three seconds (minimum statistics, after Martin 2001): speech has gaps in any three seconds, a fan has none.
public struct VoiceActivityDetector: Sendable {
  /// The settings for detecting speech.
  public struct Configuration: Equatable, Sendable {
    /// dB above the room's noise at which speech starts.
    public var onset = 10.0
    /// dB above the room's noise below which speech may have ended.
    public var offset = 8.0
    /// Seconds of speech-like audio, within `onsetWindow`, that start speech.
    public var onsetDuration = 0.06
    /// Seconds within which `onsetDuration` must be reached.
    public var onsetWindow = 0.12
    /// Seconds without speech after which the speech has ended.
    public var hangOver = 0.5
    /// Seconds without speech that are reported as a short pause.
    public var pause = 0.2
    /// Seconds without speech that are reported as a long pause.
    public var longPause = 0.26
    /// Seconds of silence within a word, as before the release of a stop; a sound after it belongs to the speech.
    public var closure = 0.12
    /// Seconds of sound after a longer silence that count as speech again in a quiet room.
    ///
    /// A shorter burst of noise does not restart the wait. A longer sound is reported as an interruption when the wait would have ended.
    public var shortestWord = 0.15
    /// Seconds of loud sound that interrupt a silence in noise, where the silence is only faint.
    ///
    /// Few words last longer without a faint moment. With two thirds of it, orders in noise take a fifth more processor time.
    public var noisyInterruption = 0.3
    /// Seconds from the beginning of a silence in noise until its interruption is reported.
    ///
    /// Longer than the hang-over, because the end of a word may be faint, too.
    public var noisyHangOver = 0.7
    /// Seconds of sound without a faint moment that may be noise directly after the speech; it is reported then, and again when it has
    /// become half as long again.
    ///
    /// Longer than the wait in noise, because speech lasts that long without a faint moment, too: with 0.7 s, orders in quiet are decoded a
    /// fifth more often.
    public var continuousSound = 0.9
    /// Seconds from the start of the speech that do not count as such sound, because noise rarely follows speech sooner.
    public var shortestSpeech = 0.5
    /// dB below the loudest moment of the speech at which it has faded, although the room is too loud for its end to be detected.
    ///
    /// Speech after a louder chime or breath has not faded, so the level must also be nearer to the room's noise than to that moment.
    public var fading = 12.0
    /// Seconds of fading before it is reported in a loud room; each further report takes 1.5 times as long.
    ///
    /// Longer than the hang-over, because the faint syllables of faded speech are not detected either.
    public var fadingDuration = 0.6
    /// Seconds of loud audio after fading that count as speech again in a loud room; a shorter burst of noise does not restart the
    /// wait.
    public var burstDuration = 0.1
    /// Seconds before the onset that count as speech.
    public var preRoll = 0.3
    /// The minimum level of speech, in dBFS in the band of speech.
    public var quietest = -70.0

    /// Creates the default configuration.
    public init() {}
  }

  /// A change caused by a frame.
  public enum Transition: Equatable, Sendable {
    /// Speech started at this sample, pre-roll included.
    case started(at: Int)
    /// Speech paused at this sample or, if sound follows it, ended before it.
    case paused(at: Int, SpeechPause)
    /// Speech ended at this sample, hang-over not included.
    case ended(at: Int)
  }

  /// The settings.
  public let configuration: Configuration
  /// Whether the last frame was part of speech.
  public private(set) var isSpeaking = false

  /// A sound that may be noise after the speech.
  private struct Interruption {
    /// The end of the speech before the silence that the sound interrupts, or the start of the sound if no silence precedes it.
    let end: Int
    /// The position at which it is reported; nil if it was reported, or if another silence has followed.
    var report: Int?
    /// Whether the end of the speech is also reported.
    var reportsEnd: Bool
  }

  private static let stepSamples = 160
  private static let stepsPerWindow = 50
  private static let windowCount = 6

  private var band = SpeechBand()
  private var partial: [Int16] = []
  /// The position after the last sample processed, in samples since the source started.
  public private(set) var position = 0
  private var smoothed: Double?
  private var currentMinimum = Double.infinity
  private var minima: [Double] = [initialNoise]
  private var stepsInWindow = 0
  private var recent: [Bool] = []
  private var lastSpeechEnd = 0
  /// The number of consecutive steps of sound after a silence, reduced by one for each step without sound.
  private var wordSteps = 0
  /// The last sound that may be noise after the speech.
  private var interruption: Interruption?
  private var noiseAfterSpeech: NoiseAfterSpeech
  private var loudest = 0.0
  private var lastLoudEnd = 0
  /// The number of consecutive loud steps of 10 ms, reduced by one for each step that is not loud.
  private var loudSteps = 0
  /// The end of the speech that was reported as a pause, so that it is reported once, and the pause.
  private var reportedPause: (end: Int, pause: SpeechPause)?
  /// Seconds of fading at which the next report is due.
  private var fadingToReport = 0.0
  private var earliestStart = 0

  /// The signal-to-noise ratio, in dB, up to which a room is loud.
  private static let loudRoom = 35.0
  /// The duration of fading in a quiet room relative to that in a loud one, because faint speech is more likely there.
  private static let quietRoomFactor = 1.5

  /// The initial estimate, a quiet room, so that speech at the start of a recording is not mistaken for noise.
  private static let initialNoise = -70.0

  /// Creates a detector that has not received audio yet.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
    noiseAfterSpeech = NoiseAfterSpeech(
      limits: .init(
        faintSteps: Self.steps(configuration.closure) + 1, louderSteps: Self.steps(configuration.noisyInterruption),
        continuousSteps: Self.steps(configuration.continuousSound), uncountedSteps: Self.steps(configuration.shortestSpeech)))
  }

  /// The room's noise in the band of speech, dBFS.
  public var noiseLevel: Double { max(minima.min() ?? Self.initialNoise, configuration.quietest - configuration.onset) }

  /// The room's noise without the initial estimate, which remains among the minima for three seconds; most recorded commands are shorter.
  private var heardNoise: Double {
    minima.lazy.filter { $0 != Self.initialNoise }.min().map { max($0, noiseLevel) } ?? noiseLevel
  }

  /// Processes the next samples, which must follow the previous ones without a gap.
  public mutating func process(_ samples: [Int16]) -> [Transition] {
    partial += samples
    var transitions: [Transition] = []
    var start = 0
    while partial.count - start >= Self.stepSamples {
      let level = level(of: partial[start..<start + Self.stepSamples])
      start += Self.stepSamples
      position += Self.stepSamples
      if let transition = step(level) { transitions.append(transition) }
    }
    partial.removeFirst(start)
    return transitions
  }

  /// Continues at another position, for example after a gap: speech in progress is discarded, the noise estimate is kept.
  public mutating func resume(at position: Int) {
    self.position = position
    partial = []
    recent = []
    isSpeaking = false
    earliestStart = position
  }

  /// Ends speech that is in progress when the audio stops.
  public mutating func finish() -> Transition? {
    guard isSpeaking else { return nil }
    isSpeaking = false
    position += partial.count
    partial = []
    return .ended(at: position)
  }

  private mutating func step(_ unsmoothed: Double) -> Transition? {
    // 30 ms of smoothing: suppresses a single click but keeps a stop consonant.
    let level = smoothed.map { 0.6 * $0 + 0.4 * unsmoothed } ?? unsmoothed
    smoothed = level
    track(level)
    let threshold = noiseLevel + (isSpeaking ? configuration.offset : configuration.onset)
    let isSpeech = level > max(threshold, configuration.quietest)

    if isSpeaking {
      if isSpeech { continueSpeech() } else { wordSteps = max(wordSteps - 1, 0) }
      let silence = SpeechAudio.seconds(of: position - lastSpeechEnd)
      // A sound after a silence may be the beginning of a word.
      guard !isSpeech, silence >= configuration.hangOver else { return pause(level, isSpeech: isSpeech) }
      isSpeaking = false
      recent = []
      earliestStart = lastSpeechEnd
      return .ended(at: lastSpeechEnd)
    }
    recent.append(isSpeech)
    let window = Self.steps(configuration.onsetWindow)
    if recent.count > window { recent.removeFirst(recent.count - window) }
    guard recent.count(where: { $0 }) >= Self.steps(configuration.onsetDuration), let first = recent.firstIndex(of: true) else {
      return nil
    }
    isSpeaking = true
    (lastSpeechEnd, wordSteps) = (position, 0)
    (loudest, lastLoudEnd, fadingToReport, reportedPause) = (level, position, configuration.fadingDuration, nil)
    (loudSteps, interruption) = (0, nil)
    noiseAfterSpeech.reset()
    let onset = position - (recent.count - first) * Self.stepSamples
    return .started(at: max(earliestStart, onset - SpeechAudio.samples(in: configuration.preRoll)))
  }

  /// Whether a pause may be a moment between noises, and speech may be too faint to be detected throughout.
  private var isLoudRoom: Bool { loudest - noiseLevel <= Self.loudRoom }

  /// Extends the speech by this step, unless the sound after a silence may still be a burst of noise.
  ///
  /// In a loud room, the loudest moments of faint words are as short as bursts.
  private mutating func continueSpeech() {
    wordSteps += 1
    let silence = SpeechAudio.seconds(of: position - Self.stepSamples - lastSpeechEnd)
    guard isLoudRoom || silence <= configuration.closure || wordSteps >= Self.steps(configuration.shortestWord) else { return }
    if !isLoudRoom, silence > configuration.closure {
      interruptSilence(after: lastSpeechEnd, reportedAfter: configuration.hangOver)
    }
    (lastSpeechEnd, wordSteps) = (position, 0)
  }

  /// Plans the report of the interruption of a silence, unless it was planned before.
  private mutating func interruptSilence(after end: Int, reportedAfter seconds: Double) {
    if let interruption, interruption.end >= end { return }
    interruption = Interruption(end: end, report: end + SpeechAudio.samples(in: seconds), reportsEnd: true)
  }

  /// Returns a possible end of the speech, before it is certain.
  private mutating func pause(_ level: Double, isSpeech: Bool) -> Transition? {
    loudest = max(loudest, level)
    // The middle in dB. In a room that is quiet for the most part, a noise may be louder than silence, too.
    let isFaint = level <= (heardNoise + loudest) / 2
    switch noiseAfterSpeech.receive(isFaint: isFaint) {
    case .afterFaintSound(let steps):
      interruptSilence(after: position - steps * Self.stepSamples, reportedAfter: configuration.noisyHangOver)
    case .withoutFaintSound(let steps):
      interruption = Interruption(end: position - steps * Self.stepSamples, report: position, reportsEnd: false)
    case nil: break
    }
    if level > loudest - configuration.fading || !isFaint {
      loudSteps += 1
      if loudSteps >= Self.steps(configuration.burstDuration) {
        (lastLoudEnd, fadingToReport) = (position, configuration.fadingDuration)
      }
    } else {
      loudSteps = max(loudSteps - 1, 0)
    }
    if let found = interruption, found.reportsEnd, found.report == nil {
      interruption?.reportsEnd = false
      if reportedPause?.end != found.end { return .paused(at: found.end, .beforeInterruption) }
    }
    let faded = SpeechAudio.seconds(of: position - lastLoudEnd)
    let silence = SpeechAudio.seconds(of: position - lastSpeechEnd)
    if !isSpeech, silence >= configuration.pause {
      interruption?.report = nil
      let pause: SpeechPause
      if let reportedPause, reportedPause.end == lastSpeechEnd {
        guard reportedPause.pause == .short, silence >= configuration.longPause else { return nil }
        pause = .long
      } else {
        // In a quiet room, silence ends what was faint.
        if !isLoudRoom { lastLoudEnd = position }
        pause = isLoudRoom && faded >= configuration.fadingDuration ? .faded : .short
      }
      reportedPause = (lastSpeechEnd, pause)
      return .paused(at: lastSpeechEnd, pause)
    }
    if faded >= fadingToReport * (isLoudRoom ? 1 : Self.quietRoomFactor), isLoudRoom || isSpeech {
      fadingToReport *= 1.5
      // The last words may be among the faint ones.
      return .paused(at: max(lastLoudEnd, position - SpeechAudio.samples(in: configuration.pause)), .faded)
    }
    // The next words interrupt a silence too, so a listener must find out whether the speech had ended.
    if let found = interruption, let report = found.report, position >= report {
      interruption?.report = nil
      return .paused(at: max(found.end, position - SpeechAudio.samples(in: configuration.pause)), .interrupted)
    }
    return nil
  }

  private mutating func track(_ level: Double) {
    currentMinimum = min(currentMinimum, level)
    stepsInWindow += 1
    // A quieter room is adopted immediately; a louder one after half a second without a gap.
    if level < minima[minima.count - 1] { minima[minima.count - 1] = level }
    guard stepsInWindow == Self.stepsPerWindow else { return }
    minima.append(currentMinimum)
    if minima.count > Self.windowCount { minima.removeFirst() }
    currentMinimum = .infinity
    stepsInWindow = 0
  }

  /// Returns the level in the band of speech, in dBFS.
  private mutating func level(of samples: ArraySlice<Int16>) -> Double {
    var sum = 0.0
    for sample in samples {
      let value = band.filtered(sample)
      sum += value * value
    }
    return 10 * log10(max(sum / Double(samples.count), 0.01) / (32_768 * 32_768))
  }

  private static func steps(_ seconds: Double) -> Int {
    Int((seconds * Double(SpeechAudio.sampleRate) / Double(stepSamples)).rounded())
  }
}
