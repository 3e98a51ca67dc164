public import VocativeIntents

/// An example of cards that change: a ride that comes nearer.
///
/// It has only sample data, so that programs include it only with `--sample`.
public enum RidesAssistant {
  /// The name of the assistant on the command line.
  public static let name = "rides"

  /// Creates the assistant for a company.
  ///
  /// - Throws: `AssistantError` if the declaration is invalid, which tests rule out.
  public static func make(company: RideCompany = RideCompany()) throws(AssistantError) -> Assistant {
    var dependencies = Dependencies()
    dependencies.add(company)
    return try Assistant(name: name, wakePhrases: ["hey assistant"], dependencies: dependencies) {
      IntentDefinition(RequestRide.self, phrases: ["(get|call) me a (ride|taxi)"])
    }
  }
}
