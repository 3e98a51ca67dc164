import Foundation
package import Logging
package import Mosquitto
import ProgramOutput
import Synchronization
public import Vocative

/// Lets the box answer that heard the wake phrase best.
///
/// Each box publishes how well it heard, and all boxes reach the same decision.
///
/// The boxes do not elect a leader. A claim describes one box, and the broker retains the latest of each. Without a broker, a box
/// always answers. A box considers claims of known rooms only, as every client of a broker can publish some. The broker's access
/// control list must ensure that a claim comes from the box of its topic.
public final class RoomArbiter: TurnArbiter {
  /// The times of a decision.
  package struct Times: Sendable {
    /// The time from the wake phrase to the decision.
    package var window = Duration.milliseconds(300)
    /// The maximum time between two claims of the same utterance.
    package var span = Duration.milliseconds(1500)
    /// The same if the other box has begun to answer since, as a busy box may lag behind its microphone.
    package var answeringSpan = Duration.seconds(3)
    /// The maximum extra delay over the fastest message of the same box; later messages are outdated.
    package var delay = Duration.seconds(1)

    /// The default times.
    package init() {}
  }

  private struct Other {
    var claim: RoomClaim
    /// The time at which its wake phrase arrived; nil if the wake phrase is old, or the message was outdated.
    var arrival: Duration?
    /// The time of its last message.
    var latest = Duration.zero
    /// The offset of its clock.
    var offset: ClockOffset?
  }

  private struct State {
    var number = 0
    var own: RoomClaim.Hearing?
    var heardAt = Duration.zero
    var decision: Bool?
    /// The boxes of other rooms by their identifiers.
    var others: [String: Other] = [:]
    /// The rooms that were the subject of a warning.
    var warnedRooms: Set<String> = []
    var publish: (@Sendable (MosquittoMessage) -> Void)?
  }

  /// The maximum number of rooms to warn about.
  private static let maxWarnedRooms = 16

  private let room: RoomName
  /// The identifiers of the known rooms.
  private let knownRooms: Set<String>
  private let logger: Logger
  private let instance: String
  private let times: Times
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// Creates an arbiter for a box in a room.
  ///
  /// - Parameter knownRooms: The rooms whose boxes may answer instead of this one.
  package init(room: RoomName, knownRooms: [RoomName], times: Times = Times(), logger: Logger) {
    (self.room, self.times, self.logger) = (room, times, logger)
    self.knownRooms = Set(knownRooms.map(\.identifier))
    instance = "\(room.identifier)-\(UUID().uuidString.lowercased())"
  }

  // MARK: The broker

  private func now() -> Duration { ContinuousClock.now - start }

  /// A connection was established.
  ///
  /// The box publishes claims with `publish`, and first announces itself, without a wake phrase from before.
  package func connect(publish: @escaping @Sendable (MosquittoMessage) -> Void) {
    state.withLock { $0.publish = publish }
    if let message = claim(nil) { publish(message) }
  }

  /// The connection was lost; the claims of other boxes are outdated.
  package func disconnect() {
    state.withLock { state in
      state.publish = nil
      for room in state.others.keys { state.others[room]?.arrival = nil }
    }
  }

  /// Receives a claim.
  ///
  /// - Parameter arrival: The time it arrived from the network, which may be long ago on a busy computer.
  package func receive(_ message: MosquittoMessage, arrival: ContinuousClock.Instant) {
    guard let claim = RoomClaim(message), claim.instance != instance else { return }
    let sender = RoomClaim.room(of: message.topic)
    if sender == room.identifier { warnAboutSameTopics(as: claim, isRetained: message.isRetained) }
    guard knownRooms.contains(sender) else {
      if claim.heard != nil, sender != room.identifier, isFirstWarning(about: sender) {
        logger.warning(
          "a box in the room \"\(sender)\" claims a wake phrase and is ignored; if the box is yours, add the room to known-rooms")
      }
      return
    }
    let arrived = arrival - start
    state.withLock { state in
      var other = state.others[sender] ?? Other(claim: claim)
      // A restarted box has a new clock.
      if other.claim.instance != claim.instance { other = Other(claim: claim) }
      let delay = arrived - .seconds(claim.sent)
      if !message.isRetained { other.offset = other.offset?.taking(delay, at: arrived) ?? ClockOffset(delay, at: arrived) }
      let isFresh = other.offset.map { delay - $0.value <= times.delay } ?? false
      // A box's first message, a retained one, and one that repeats a number do not tell when the wake phrase was heard.
      if claim.heard?.number != other.claim.heard?.number { other.arrival = isFresh && !message.isRetained ? arrived : nil }
      (other.claim, other.latest) = (claim, arrived)
      state.others[sender] = other
    }
  }

  /// Warns about another box that uses the topics of this one, and the same device in Home Assistant.
  private func warnAboutSameTopics(as claim: RoomClaim, isRetained: Bool) {
    if claim.room != room.description {
      guard isFirstWarning(about: claim.room) else { return }
      let other = PrintableText.line(claim.room, max: RoomName.maxCharacters)
      logger.warning(
        """
        the room "\(other)" has the same topics as this room "\(room)", because topics contain only the letters a to z and the \
        digits of a name; if both rooms are in use, rename one of them
        """)
    } else if !isRetained, isFirstWarning(about: claim.room) {
      // A retained claim of this room may be this box's own from before a restart.
      logger.warning(
        """
        another box also has the room "\(room)", so both have the same topics and are one device in Home Assistant; give each box \
        a room of its own with the setting "room"
        """)
    }
  }

  private func isFirstWarning(about room: String) -> Bool {
    state.withLock { $0.warnedRooms.count < Self.maxWarnedRooms && $0.warnedRooms.insert(room).inserted }
  }

  private func claim(_ heard: RoomClaim.Hearing?) -> MosquittoMessage? {
    let claim = RoomClaim(room: room.description, instance: instance, sent: now() / .seconds(1), heard: heard)
    guard let payload = try? JSONEncoder().encode(claim) else { return nil }
    return MosquittoMessage(topic: RoomClaim.topic(of: room), payload: Array(payload), isRetained: true)
  }

  // MARK: The turn loop

  /// Publishes how well this box heard.
  public func didHear(_ call: TurnCall) {
    let (message, publish) = state.withLock { state in
      state.number += 1
      let heard = RoomClaim.Hearing(number: state.number, score: call.score, level: call.level)
      (state.own, state.heardAt, state.decision) = (heard, now(), nil)
      return (claim(heard), state.publish)
    }
    if let message { publish?(message) }
  }

  /// Returns whether this box heard best; decided once for each wake phrase.
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
