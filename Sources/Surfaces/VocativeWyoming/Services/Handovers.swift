import Vocative

/// The audio from a wake phrase to the end of its connection, for the transcription that follows it.
///
/// Home Assistant detects wake phrases and transcribes over two connections. Speech during the decision and the transport of a detection
/// goes to the first connection only. The second one from the same address continues it without a gap.
struct Handovers {
  /// Audio that begins with a wake phrase.
  struct Audio: Equatable, Sendable {
    /// The samples.
    let samples: [Int16]
    /// The time at which its connection ended.
    let end: Duration
  }

  /// The maximum time between the end of a detection and the begin of a transcription.
  private static let maxPause = Duration.seconds(2)
  /// The maximum number of addresses.
  private static let maxHosts = 256
  private var waiting: [String: [Audio]] = [:]

  /// Keeps the audio of a detection whose connection has ended.
  mutating func keep(_ audio: Audio, from peer: ServedPeer) {
    forget(before: audio.end - .seconds(30))
    guard waiting.count < Self.maxHosts || waiting[peer.host] != nil else { return }
    waiting[peer.host, default: []].append(audio)
  }

  /// Returns the audio that a transcription continues; nil if there is none, or if it is not clear which one.
  ///
  /// - Parameter begin: The time at which the transcription began.
  mutating func take(for peer: ServedPeer, begin: Duration) -> [Int16]? {
    let candidates = (waiting[peer.host] ?? []).filter { abs($0.end - begin) <= Self.maxPause }
    guard let audio = candidates.first else { return nil }
    waiting[peer.host]?.removeAll { candidates.contains($0) }
    // Two rooms at the same time: the wrong beginning is worse than none.
    return candidates.count == 1 ? audio.samples : nil
  }

  private mutating func forget(before time: Duration) {
    waiting = waiting.compactMapValues { audio in
      let kept = audio.filter { $0.end >= time }
      return kept.isEmpty ? nil : kept
    }
  }

  private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }
}

/// Shares the handovers of all connections.
actor HandoverStore {
  private var handovers = Handovers()
  private let now: @Sendable () -> Duration

  init(now: @escaping @Sendable () -> Duration) { self.now = now }

  /// The time, for the begin of a transcription.
  nonisolated var time: Duration { now() }

  func keep(_ samples: [Int16], from peer: ServedPeer) {
    handovers.keep(.init(samples: samples, end: now()), from: peer)
  }

  func take(for peer: ServedPeer, begin: Duration) -> [Int16]? { handovers.take(for: peer, begin: begin) }
}
