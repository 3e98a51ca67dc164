public import VocativeIntents

/// Requests a ride, and shows how it comes nearer.
public struct RequestRide: Intent {
  /// The title of the intent.
  public static let title = "Request a ride"
  @Dependency private var company: RideCompany

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Shows the search while it lasts, and answers with the distance, which the card then counts down.
  public func perform() async throws -> IntentResponse {
    let company = company
    IntentContext.current?.report(Ride.search, saying: "I'm looking for a driver.")
    let found = try await company.findRide()
    return .success("\(found.driver) is \(found.whereabouts).", card: found.card).updating { display in
      var ride = found
      while ride.minutes > 0 {
        ride = try await company.approach(ride)
        await display.show(ride.laterCard)
      }
    }
  }
}
