import Rides
import VocativeApp
import VocativeIntents

/// Rides in a process of their own, whose drivers need no time.
@main
struct RidesApp: AssistantApp {
  static func assistant() throws -> Assistant { try RidesAssistant.make(company: RideCompany(minute: .zero)) }
}
