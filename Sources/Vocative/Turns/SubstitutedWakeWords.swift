import VocativeCapture
import VocativeDetection

/// Puts what a service elsewhere has found in the place of the wake phrases that were found here.
struct SubstitutedWakeWords {
  private let service: any WakeWordService
  private var phrases: [String] = []
  /// What was found here last: a service says that a phrase was heard, and not from where to where.
  private var ownHit: KeyphraseHit?
  /// The speech that has ended last, when none has begun since.
  private var endedSpeech: Range<Int>?

  /// Samples a detection may lie away from what was found here to be the same.
  private static let tolerance = AudioFrame.sampleRate
  /// Samples that a phrase is taken to last where it was not found here.
  private static let usualLength = AudioFrame.sampleRate * 3 / 2
  /// Samples after which a detection comes too late to be of use.
  private static let longestDelay = 5 * AudioFrame.sampleRate
  /// Samples behind a phrase that are enough for a command.
  private static let shortestCommand = AudioFrame.sampleRate / 3

  init(_ service: any WakeWordService) { self.service = service }

  /// Has the service hear a frame, and says what counts in it.
  ///
  /// - Parameter own: What was found here.
  mutating func events(in frame: AudioFrame, own: [DetectionEvent], keyphrases: [Keyphrase]) -> [DetectionEvent] {
    let wake = keyphrases.filter { $0.kind == .wake }
    if wake.map(\.text) != phrases {
      phrases = wake.map(\.text)
      service.listen(for: phrases)
    }
    service.hear(frame)
    let isNewSpeech = follow(own)
    guard let detections = service.takeDetections() else { return own }
    let hits = detections.compactMap { detection in
      wake.first { $0.text == detection.phrase }.flatMap { hit(of: $0, at: detection.position, now: frame.endSampleTime) }
    }
    let rest = own.filter { if case .spotted(let hit) = $0 { hit.keyphrase.kind != .wake } else { true } }
    // A command that came in the same breath may have ended before it was known that it is one.
    var missed: [DetectionEvent] = []
    if !isNewSpeech, let speech = endedSpeech, let hit = hits.last, speech.contains(hit.end + Self.shortestCommand) {
      missed = [.speechEnded(start: speech.lowerBound, end: speech.upperBound)]
    }
    return hits.map(DetectionEvent.spotted) + missed + rest
  }

  /// - Returns: Whether speech has begun or ended just now, which is told anyway.
  private mutating func follow(_ events: [DetectionEvent]) -> Bool {
    var isNew = false
    for event in events {
      switch event {
      case .speechStarted: (endedSpeech, isNew) = (nil, true)
      case .speechEnded(let start, let end): (endedSpeech, isNew) = (start..<max(start, end), true)
      case .spotted(let hit) where hit.keyphrase.kind == .wake: ownHit = hit
      case .spotted, .speechPaused: break
      }
    }
    return isNew
  }

  /// A phrase that was heard by a position, where it was found here too; else as long as phrases usually are.
  private func hit(of keyphrase: Keyphrase, at position: Int, now: Int) -> KeyphraseHit? {
    guard (0...now).contains(position), now - position < Self.longestDelay else { return nil }
    if let ownHit, ownHit.keyphrase.text == keyphrase.text, abs(ownHit.end - position) < Self.tolerance {
      return KeyphraseHit(keyphrase: keyphrase, start: ownHit.start, end: ownHit.end, margin: 0)
    }
    return KeyphraseHit(keyphrase: keyphrase, start: max(0, position - Self.usualLength), end: position, margin: 0)
  }
}
