import Synchronization
import Vocative

/// Mutes for others on the broker, and unmutes only what it has muted.
///
/// Unlike what the owner mutes, this does not outlast a restart: whoever wanted it may not be there any more.
actor HotwordMute {
  private let loop: TurnLoop
  private var hasMuted = false

  init(loop: TurnLoop) { self.loop = loop }

  func set(_ isOn: Bool) async throws {
    if isOn {
      guard await !loop.status.muted else { return }
      hasMuted = true
      try await loop.mute(isKept: false)
    } else if hasMuted {
      hasMuted = false
      try await loop.unmute()
    }
  }
}

/// So many texts may wait to be spoken for others, and no more.
final class SpeechPlaces: Sendable {
  private static let most = 16
  private let taken = Mutex(0)

  /// Takes a place; false where there is none.
  func take() -> Bool {
    taken.withLock { taken in
      guard taken < Self.most else { return false }
      taken += 1
      return true
    }
  }

  func giveBack() { taken.withLock { $0 -= 1 } }
}
