import Foundation

/// Finds where speech starts and ends by how far the audio rises above the room's own noise.
///
/// A pure value: the same frames give the same answers, whatever the clock does. The room's noise is the lowest smoothed energy of the
/// last three seconds (minimum statistics, after Martin 2001): speech has gaps in any three seconds, a fan has none.
public struct VoiceActivityDetector: Sendable {
  /// When audio counts as speech.
  public struct Configuration: Equatable, Sendable {
    /// dB above the room's noise at which speech begins.
    public var onset = 9.0
    /// dB above the room's noise below which speech may have ended.
    public var offset = 6.0
    /// Seconds of speech-like audio, within `onsetWindow`, before speech is believed.
    public var onsetDuration = 0.06
    /// Seconds in which `onsetDuration` must be gathered.
    public var onsetWindow = 0.12
    /// Seconds without speech after which it has ended.
    public var hangOver = 0.5
    /// Seconds without speech that are told as a pause.
    public var pause = 0.2
    /// dB under the loudest moment of the speech below which it has faded, where the room is too loud to hear it end.
    public var fading = 12.0
    /// dB between the loudest moment of the speech and the room's noise up to which a room is too loud for that.
    public var loudRoom = 30.0
    /// Seconds for which speech has faded before that is reported, and reported again after half as long again each time; longer than
    /// the hang-over, as its faint syllables are not heard either.
    public var fadingDuration = 0.7
    /// Seconds of loud audio that are speech again after fading; a shorter burst of noise does not restart the wait.
    public var burstDuration = 0.1
    /// Seconds before the onset that belong to the speech.
    public var preRoll = 0.3
    /// Energy, in dBFS after pre-emphasis, below which nothing counts as speech.
    public var quietest = -78.0

    /// The settings used when nothing else is said.
    public init() {}
  }

  /// What a frame changed.
  public enum Transition: Equatable, Sendable {
    /// Speech began at this sample, pre-roll included.
    case started(at: Int)
    /// Speech has paused at this sample, or, where it has faded in a loud room, ended before.
    case paused(at: Int, hasFaded: Bool)
    /// Speech ended at this sample, hang-over not included.
    case ended(at: Int)
  }

  /// The settings.
  public let configuration: Configuration
  /// Whether the last frame was part of speech.
  public private(set) var isSpeaking = false

  private static let sampleRate = 16_000
  private static let stepSamples = 160
  private static let stepsPerWindow = 50
  private static let windowCount = 6

  private var previousSample = 0.0
  private var partial: [Int16] = []
  /// Position just after the last sample that was taken, in samples since the source was started.
  public private(set) var position = 0
  private var smoothed: Double?
  private var currentMinimum = Double.infinity
  private var minima: [Double] = [initialNoise]
  private var stepsInWindow = 0
  private var recent: [Bool] = []
  private var lastSpeechEnd = 0
  private var loudest = 0.0
  private var lastLoudEnd = 0
  /// Loud steps of 10 ms in a row, less one for each that was not.
  private var loudSteps = 0
  /// The end of the speech that was told as a pause, so that it is told once.
  private var toldPause: Int?
  /// Seconds of fading at which that is told next.
  private var fadingToTell = 0.0
  private var earliestStart = 0

  /// Assumed before anything was heard: a quiet room, so that speech at the very start of a recording is not taken for noise.
  private static let initialNoise = -70.0

  /// A detector that has heard nothing yet.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// The room's noise after pre-emphasis, dBFS.
  public var noiseLevel: Double { max(minima.min() ?? Self.initialNoise, configuration.quietest - configuration.onset) }

  /// Takes the next samples, which must follow the last ones without a gap.
  public mutating func process(_ samples: [Int16]) -> [Transition] {
    partial += samples
    var transitions: [Transition] = []
    var start = 0
    while partial.count - start >= Self.stepSamples {
      let energy = energy(of: partial[start..<start + Self.stepSamples])
      start += Self.stepSamples
      position += Self.stepSamples
      if let transition = step(energy) { transitions.append(transition) }
    }
    partial.removeFirst(start)
    return transitions
  }

  /// Goes on at another position, as after a gap: what was going on is forgotten, what is known of the room's noise is not.
  public mutating func resume(at position: Int) {
    self.position = position
    partial = []
    recent = []
    isSpeaking = false
    earliestStart = position
  }

  /// Ends speech that is still going on when the audio stops.
  public mutating func finish() -> Transition? {
    guard isSpeaking else { return nil }
    isSpeaking = false
    position += partial.count
    partial = []
    return .ended(at: position)
  }

  private mutating func step(_ energy: Double) -> Transition? {
    // 30 ms of smoothing: a single click is not speech, a stop consonant still is.
    let level = smoothed.map { 0.6 * $0 + 0.4 * energy } ?? energy
    smoothed = level
    track(level)
    let threshold = noiseLevel + (isSpeaking ? configuration.offset : configuration.onset)
    let isSpeech = level > max(threshold, configuration.quietest)

    if isSpeaking {
      if isSpeech { lastSpeechEnd = position }
      guard seconds(position - lastSpeechEnd) >= configuration.hangOver else { return pause(level) }
      isSpeaking = false
      recent = []
      earliestStart = lastSpeechEnd
      return .ended(at: lastSpeechEnd)
    }
    recent.append(isSpeech)
    let window = steps(configuration.onsetWindow)
    if recent.count > window { recent.removeFirst(recent.count - window) }
    guard recent.count(where: { $0 }) >= steps(configuration.onsetDuration), let first = recent.firstIndex(of: true) else {
      return nil
    }
    isSpeaking = true
    lastSpeechEnd = position
    (loudest, lastLoudEnd, fadingToTell, toldPause) = (level, position, configuration.fadingDuration, nil)
    loudSteps = 0
    let onset = position - (recent.count - first) * Self.stepSamples
    return .started(at: max(earliestStart, onset - Int(configuration.preRoll * Double(Self.sampleRate))))
  }

  /// What may be the end of the speech, before it is sure.
  private mutating func pause(_ level: Double) -> Transition? {
    loudest = max(loudest, level)
    if level > loudest - configuration.fading {
      loudSteps += 1
      if loudSteps >= steps(configuration.burstDuration) {
        (lastLoudEnd, fadingToTell) = (position, configuration.fadingDuration)
      }
    } else {
      loudSteps = max(loudSteps - 1, 0)
    }
    if seconds(position - lastSpeechEnd) >= configuration.pause {
      guard toldPause != lastSpeechEnd else { return nil }
      toldPause = lastSpeechEnd
      return .paused(at: lastSpeechEnd, hasFaded: false)
    }
    let isLoudRoom = loudest - noiseLevel <= configuration.loudRoom
    if isLoudRoom, seconds(position - lastLoudEnd) >= fadingToTell {
      fadingToTell *= 1.5
      // The last words may have been the faint ones.
      return .paused(at: position - Int(configuration.pause * Double(Self.sampleRate)), hasFaded: true)
    }
    return nil
  }

  private mutating func track(_ level: Double) {
    currentMinimum = min(currentMinimum, level)
    stepsInWindow += 1
    // A room quieter than assumed is believed at once; a louder one when half a second has not shown a gap.
    if level < minima[minima.count - 1] { minima[minima.count - 1] = level }
    guard stepsInWindow == Self.stepsPerWindow else { return }
    minima.append(currentMinimum)
    if minima.count > Self.windowCount { minima.removeFirst() }
    currentMinimum = .infinity
    stepsInWindow = 0
  }

  /// Energy after pre-emphasis, dBFS: hum and rumble, which carry much power and no speech, weigh little.
  private mutating func energy(of samples: ArraySlice<Int16>) -> Double {
    var sum = 0.0
    for sample in samples {
      let value = Double(sample)
      let emphasised = value - 0.97 * previousSample
      previousSample = value
      sum += emphasised * emphasised
    }
    return 10 * log10(max(sum / Double(samples.count), 0.01) / (32_768 * 32_768))
  }

  private func seconds(_ samples: Int) -> Double { Double(samples) / Double(Self.sampleRate) }
  private func steps(_ seconds: Double) -> Int { Int((seconds * Double(Self.sampleRate) / Double(Self.stepSamples)).rounded()) }
}
