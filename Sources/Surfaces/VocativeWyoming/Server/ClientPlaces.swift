import Foundation
import Synchronization

/// A limited number of places for clients, which no host can keep from the others.
///
/// If all are taken, the client of a host with few places receives one of the host with the most: the one that was not used for the
/// longest time.
final class ClientPlaces: Sendable {
  private struct Place {
    let client: WyomingAnswer
    /// The number of earlier uses of any place at its last use.
    var usedAt: Int
  }

  private struct State {
    var taken: [UUID: Place] = [:]
    var useCount = 0

    func count(of host: String) -> Int { taken.values.count { $0.client.peer.host == host } }

    mutating func use(by connection: UUID) {
      useCount += 1
      taken[connection]?.usedAt = useCount
    }
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: The number of places.
  init(limit: Int) { self.limit = limit }

  /// Takes a place for a client until it is given back, and dismisses the client whose place it was; returns false if there is none.
  func take(for client: WyomingAnswer) -> Bool {
    let (isTaken, displaced) = state.withLock { state -> (Bool, WyomingAnswer?) in
      var displaced: (key: UUID, value: Place)?
      if state.taken.count >= limit {
        displaced = state.taken.elementToDrop(host: { $0.value.client.peer.host }, time: { $0.value.usedAt })
        // With a difference of one, two hosts would take the same place from each other again and again.
        guard let displaced, state.count(of: displaced.value.client.peer.host) > state.count(of: client.peer.host) + 1 else {
          return (false, nil)
        }
        state.taken[displaced.key] = nil
      }
      state.taken[client.peer.connection] = Place(client: client, usedAt: 0)
      state.use(by: client.peer.connection)
      return (true, displaced?.value.client)
    }
    displaced?.dismiss(
      "all places are taken, this computer has the most, and a client of another computer needs one; try again later",
      "replaced")
    return isTaken
  }

  /// Records that a client uses its place.
  func use(by peer: ServedPeer) { state.withLock { $0.use(by: peer.connection) } }

  /// Gives back the place of a client, if it still has one.
  func giveBack(of peer: ServedPeer) { state.withLock { $0.taken[peer.connection] = nil } }
}
