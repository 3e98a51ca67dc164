import VocativeIntents
import VocativeUnderstanding

/// A ride that comes nearer.
struct Ride: Equatable, Sendable {
  /// The name of the driver.
  let driver: String
  /// The car to look for.
  let car: String
  /// The minutes until the driver arrives when the ride is found.
  let distance: Int
  /// The minutes until the driver arrives.
  var minutes: Int

  /// The distance in words: `four minutes away`, `here`.
  var whereabouts: String { minutes == 0 ? "here" : "\(SpokenNumber.count(minutes, "minute")) away" }

  /// The ride as a card.
  var card: ResponseCard {
    ResponseCard(
      title: "Ride", rows: [.init("Driver", driver), .init("Car", car), .init("Now", whereabouts)],
      progress: Double(distance - minutes) / Double(distance))
  }

  /// The card after the answer, whose words are not true any more.
  var laterCard: ResponseCard { card.drawn(as: [], hiding: [.dialog]) }

  /// The card while a driver is looked for.
  static let search = ResponseCard(title: "Ride", rows: [.init("Driver", "looking for one")], progress: 0)
}
