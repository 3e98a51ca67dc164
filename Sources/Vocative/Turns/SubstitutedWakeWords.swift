import VocativeCapture
import VocativeDetection

/// Replaces the wake phrases of the loop's own detector with those of an external service.
struct SubstitutedWakeWords {
  private let service: any WakeWordService
  private var phrases: [String] = []
  /// The last hit of the loop's own detector; a service reports that a phrase was heard, but not its start and end.
  private var ownHit: KeyphraseHit?
  /// The last ended speech, unless new speech has started since.
  private var endedSpeech: Range<Int>?

  /// The maximum distance in samples between a detection and a hit of the loop's own detector for the same phrase.
  private static let tolerance = AudioFrame.sampleRate
  /// The assumed length in samples of a phrase without a hit of the loop's own detector.
  private static let defaultLength = AudioFrame.sampleRate * 3 / 2
  /// The delay in samples after which a detection is too late to use.
  private static let maxDelay = 5 * AudioFrame.sampleRate
  /// The minimum length in samples of a command after a phrase.
  private static let minCommandLength = AudioFrame.sampleRate / 3

  init(_ service: any WakeWordService) { self.service = service }

  /// Passes a frame to the service and returns the effective events.
  ///
  /// - Parameter own: The events of the loop's own detector.
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
    // A command in the same breath may have ended before the detection arrived.
    var missed: [DetectionEvent] = []
    if !isNewSpeech, let speech = endedSpeech, let hit = hits.last, speech.contains(hit.end + Self.minCommandLength) {
      missed = [.speechEnded(start: speech.lowerBound, end: speech.upperBound)]
    }
    return hits.map(DetectionEvent.spotted) + missed + rest
  }

  /// - Returns: Whether speech has just started or ended; that event is reported anyway.
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

  /// Creates a hit that ends at a position, with the limits of a matching hit of the loop's own detector, else with the default length.
  private func hit(of keyphrase: Keyphrase, at position: Int, now: Int) -> KeyphraseHit? {
    guard (0...now).contains(position), now - position < Self.maxDelay else { return nil }
    if let ownHit, ownHit.keyphrase.text == keyphrase.text, abs(ownHit.end - position) < Self.tolerance {
      return KeyphraseHit(keyphrase: keyphrase, start: ownHit.start, end: ownHit.end, margin: 0)
    }
    return KeyphraseHit(keyphrase: keyphrase, start: max(0, position - Self.defaultLength), end: position, margin: 0)
  }
}
