import Foundation
import Mosquitto

/// What a box tells the others of the wake phrase it has heard last, kept by the broker.
struct RoomClaim: Codable, Equatable, Sendable {
  /// A wake phrase that was heard.
  struct Hearing: Codable, Equatable, Sendable {
    /// Counts the wake phrases of this box.
    var number: Int
    /// How sure it is, in decades over the phrase's threshold.
    var score: Double
    /// How loud it was, in dB below full scale.
    var level: Double
    /// Whether the box has decided to answer.
    var isAnswering = false

    /// How well it was heard: a decibel counts as much as a decade, of which the first ten count.
    ///
    /// What a score has beyond that is chance: where this was chosen, words that were 12 dB louder in the same noise scored from 12 decades
    /// less to 29 more.
    var quality: Double { min(score, Self.mostDecades) + level }

    private static let mostDecades = 10.0
  }

  /// Where the box stands.
  var room: String
  /// Which run of which box says so.
  var instance: String
  /// When it was said, in seconds of a clock of the box's own.
  var sent: Double
  /// What was heard last; nil for nothing yet.
  var heard: Hearing?

  /// Bytes that a claim of somebody else's may have.
  private static let mostBytes = 2048
  /// Seconds since the start of a box that anybody believes: three hundred years.
  private static let longestTime = 1e10
  /// Every box's claims.
  static let subscription = "vocative/rooms/+/heard"

  static func topic(of room: RoomName) -> String { "vocative/rooms/\(room.identifier)/heard" }

  /// The identifier of the room whose box may write to a topic; "" for another topic.
  static func room(of topic: String) -> String {
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
    return levels.count == 4 ? String(levels[2]) : ""
  }

  /// Reads a message; nil for anything else, and for numbers that cannot be.
  init?(_ message: MosquittoMessage) {
    let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false)
    guard levels.count == 4, levels[0] == "vocative", levels[1] == "rooms", levels[3] == "heard",
      message.payload.count <= Self.mostBytes,
      let claim = try? JSONDecoder().decode(RoomClaim.self, from: Data(message.payload)), claim.instance.count <= 100,
      (0...Self.longestTime).contains(claim.sent), claim.heard?.isPossible != false
    else { return nil }
    self = claim
  }

  init(room: String, instance: String, sent: Double, heard: Hearing?) {
    (self.room, self.instance, self.sent, self.heard) = (room, instance, sent, heard)
  }

  /// Whether it goes before another, by an order that all boxes have in common.
  func isBetter(than other: RoomClaim) -> Bool {
    (heard?.quality ?? -.infinity, instance) > (other.heard?.quality ?? -.infinity, other.instance)
  }
}

extension RoomClaim.Hearing {
  fileprivate var isPossible: Bool {
    score.isFinite && level.isFinite && abs(score) < 10_000 && (-200...10).contains(level) && number >= 0
  }
}
