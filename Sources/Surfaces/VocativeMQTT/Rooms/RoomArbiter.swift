import Foundation
package import Logging
package import Mosquitto
import Synchronization
public import Vocative

/// Lets the box answer that has heard best: each tells the others how well it has heard, and all come to the same result.
///
/// Nobody is elected. A claim is what a box says of itself, and the broker keeps the last of each. Without a broker a box answers as
/// though it were alone. Claims are believed of rooms that are known, as every client of a broker can make some; that a claim comes from
/// the box of its topic is for the broker to see to, by an access control list.
public final class RoomArbiter: TurnArbiter {
  /// How long claims are waited for, and which belong together.
  package struct Times: Sendable {
    /// From the wake phrase until it is decided.
    package var window = Duration.milliseconds(300)
    /// Between two claims of the same words.
    package var span = Duration.milliseconds(1500)
    /// The same where the other has begun to answer since, as a box that is busy may be behind its microphone.
    package var answeringSpan = Duration.seconds(3)
    /// That a message may take longer than the quickest of the same box; what comes later was held up, and is of the past.
    package var delay = Duration.seconds(1)

    /// The times used when nothing else is said.
    package init() {}
  }

  private struct Other {
    var claim: RoomClaim
    /// When its wake phrase was first told here; nil when it was held up.
    var arrival: Duration?
    /// When it was last heard of.
    var latest = Duration.zero
    /// How far its clock is behind ours.
    var offset: ClockOffset?
  }

  private struct State {
    var number = 0
    var own: RoomClaim.Hearing?
    var heardAt = Duration.zero
    var decision: Bool?
    /// The boxes of other rooms by the identifiers of these.
    var others: [String: Other] = [:]
    var unknownRooms: Set<String> = []
    var publish: (@Sendable (MosquittoMessage) -> Void)?
  }

  /// The most rooms that are not known and are told of.
  private static let maxUnknownRooms = 16

  private let room: RoomName
  /// The identifiers of the rooms whose boxes are believed.
  private let knownRooms: Set<String>
  private let logger: Logger
  private let instance: String
  private let times: Times
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// An arbiter for a box in a room, which knows of no other yet.
  ///
  /// - Parameter knownRooms: The rooms whose boxes may answer in place of this one.
  package init(room: RoomName, knownRooms: [RoomName], times: Times = Times(), logger: Logger) {
    (self.room, self.times, self.logger) = (room, times, logger)
    self.knownRooms = Set(knownRooms.map(\.identifier))
    instance = "\(room.identifier)-\(UUID().uuidString.lowercased())"
  }

  // MARK: The broker

  private func now() -> Duration { ContinuousClock.now - start }

  /// There is a connection: others are told by `publish`, and first that this box is there.
  package func connect(publish: @escaping @Sendable (MosquittoMessage) -> Void) {
    let message = state.withLock { state in
      state.publish = publish
      return claim(state.own)
    }
    if let message { publish(message) }
  }

  /// There is none any more; what others have said is of the past.
  func disconnect() {
    state.withLock { state in
      state.publish = nil
      for room in state.others.keys { state.others[room]?.arrival = nil }
    }
  }

  /// Takes what a box says of itself.
  ///
  /// - Parameter arrival: When it came from the network, which may be long ago where every core is busy.
  package func take(_ message: MosquittoMessage, arrival: ContinuousClock.Instant) {
    guard let claim = RoomClaim(message), claim.instance != instance else { return }
    let sender = RoomClaim.room(of: message.topic)
    guard knownRooms.contains(sender) else {
      // This box's own room is told of too: what it has said before it was started again is not worth a warning.
      let isNew = state.withLock {
        claim.heard != nil && $0.unknownRooms.count < Self.maxUnknownRooms && $0.unknownRooms.insert(sender).inserted
      }
      if isNew {
        logger.warning(
          "a box in the room \"\(sender)\" has heard a wake phrase, and is not believed; add it to known-rooms if it is yours")
      }
      return
    }
    let arrived = arrival - start
    state.withLock { state in
      var other = state.others[sender] ?? Other(claim: claim)
      // A box that was started again has a clock of its own.
      if other.claim.instance != claim.instance { other = Other(claim: claim) }
      let delay = arrived - .seconds(claim.sent)
      if !message.isRetained { other.offset = other.offset?.taking(delay, at: arrived) ?? ClockOffset(delay, at: arrived) }
      let isFresh = other.offset.map { delay - $0.value <= times.delay } ?? false
      if claim.heard?.number != other.claim.heard?.number || other.arrival == nil { other.arrival = isFresh ? arrived : nil }
      (other.claim, other.latest) = (claim, arrived)
      state.others[sender] = other
    }
  }

  private func claim(_ heard: RoomClaim.Hearing?) -> MosquittoMessage? {
    let claim = RoomClaim(room: room.description, instance: instance, sent: now() / .seconds(1), heard: heard)
    guard let payload = try? JSONEncoder().encode(claim) else { return nil }
    return MosquittoMessage(topic: RoomClaim.topic(of: room), payload: Array(payload), isRetained: true)
  }

  // MARK: The turn loop

  /// Tells the others how well it was heard here.
  public func didHear(_ call: TurnCall) {
    let (message, publish) = state.withLock { state in
      state.number += 1
      let heard = RoomClaim.Hearing(number: state.number, score: call.score, level: call.level)
      (state.own, state.heardAt, state.decision) = (heard, now(), nil)
      return (claim(heard), state.publish)
    }
    if let message { publish?(message) }
  }

  /// Whether nobody has heard it better; decided once for each wake phrase.
  public func mayAnswer(_ call: TurnCall) async -> Bool {
    let rest = state.withLock { state in state.publish == nil ? .zero : state.heardAt + times.window - now() }
    if rest > .zero { try? await Task.sleep(for: rest) }
    let (decision, message, publish) = state.withLock { state in
      let isKnown = state.decision != nil
      let decision = state.decision ?? decide(state)
      state.decision = decision
      if decision { state.own?.isAnswering = true }
      return (decision, decision && !isKnown ? claim(state.own) : nil, state.publish)
    }
    if let message { publish?(message) }
    return decision
  }

  private func decide(_ state: State) -> Bool {
    guard state.publish != nil, let heard = state.own else { return true }
    let own = RoomClaim(room: room.description, instance: instance, sent: 0, heard: heard)
    return !state.others.values.contains { other in
      guard let arrival = other.arrival, let theirs = other.claim.heard else { return false }
      let apart = arrival > state.heardAt ? arrival - state.heardAt : state.heardAt - arrival
      let hasBegun = theirs.isAnswering && other.latest > state.heardAt
      guard apart <= times.span || hasBegun && apart <= times.answeringSpan else { return false }
      return theirs.isAnswering || other.claim.isBetter(than: own)
    }
  }
}
