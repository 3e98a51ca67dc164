import Foundation
import Mosquitto

/// The last wake phrase of a box since it connected, as a message that the broker retains.
struct RoomClaim: Codable, Equatable, Sendable {
  /// A detected wake phrase.
  struct Hearing: Codable, Equatable, Sendable {
    /// The number of the wake phrase on this box.
    var number: Int
    /// The score, in decades above the phrase's threshold.
    var score: Double
    /// The level in dB below full scale.
    var level: Double
    /// Whether the box has decided to answer.
    var isAnswering = false

    /// The quality of the hearing: a decibel counts as much as a decade, up to ten decades.
    ///
    /// A higher score is chance: in the measurements behind this limit, words that were 12 dB louder in the same noise scored
    /// from 12 decades less to 29 more.
    var quality: Double { min(score, Self.maxDecades) + level }

    private static let maxDecades = 10.0
  }

  /// The room of the box.
  var room: String
  /// The run of the box that published the claim.
  var instance: String
  /// The time of publication, in seconds of the box's own clock.
  var sent: Double
  /// The last wake phrase; nil for none since the box connected.
  var heard: Hearing?

  /// The maximum size in bytes of another box's claim.
  private static let maxBytes = 2048
  /// The maximum plausible uptime in seconds: three hundred years.
  private static let maxTime = 1e10
  /// The topic filter for all claims.
  static let subscription = "vocative/rooms/+/heard"

  static func topic(of room: RoomName) -> String { "vocative/rooms/\(room.identifier)/heard" }

  /// The identifier of the room that may publish to a topic; "" for another topic.
  static func room(of topic: String) -> String {
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
    return levels.count == 4 ? String(levels[2]) : ""
  }

  /// Parses a message; returns nil for other messages and for implausible numbers.
  init?(_ message: MosquittoMessage) {
    let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false)
    guard levels.count == 4, levels[0] == "vocative", levels[1] == "rooms", levels[3] == "heard",
      message.payload.count <= Self.maxBytes,
      let claim = try? JSONDecoder().decode(RoomClaim.self, from: Data(message.payload)), claim.instance.count <= 100,
      (0...Self.maxTime).contains(claim.sent), claim.heard?.isPossible != false
    else { return nil }
    self = claim
  }

  init(room: String, instance: String, sent: Double, heard: Hearing?) {
    (self.room, self.instance, self.sent, self.heard) = (room, instance, sent, heard)
  }

  /// Whether it precedes another claim, in an order that all boxes share.
  func isBetter(than other: RoomClaim) -> Bool {
    (heard?.quality ?? -.infinity, instance) > (other.heard?.quality ?? -.infinity, other.instance)
  }
}

extension RoomClaim.Hearing {
  fileprivate var isPossible: Bool {
    score.isFinite && level.isFinite && abs(score) < 10_000 && (-200...10).contains(level) && number >= 0
  }
}
