import VocativeApp
package import VocativeIntents

/// A garden that says on its own what is dry: the same assistant in a process of its own, and in that of a test.
@main
package struct GardenApp: AssistantApp {
  package static func assistant() throws -> Assistant {
    let announcer = Announcer()
    var dependencies = Dependencies()
    dependencies.add(announcer)
    return try Assistant(name: "garden", wakePhrases: ["hey garden"], dependencies: dependencies) {
      IntentDefinition(WaterRoses.self, phrases: ["water the roses"])
      IntentDefinition(DescribeRoses.self, phrases: ["describe the roses"])
    }.announcing(announcer)
  }
}

struct WaterRoses: Intent {
  static let title = "Water the roses"

  @Dependency private var announcer: Announcer

  func perform() async throws -> IntentResponse {
    announcer.announce("The beans are dry too.")
    return .success("Done.")
  }
}

/// Announces more than the protocol of apps allows, in characters of two Unicode scalars.
struct DescribeRoses: Intent {
  static let title = "Describe the roses"

  @Dependency private var announcer: Announcer

  func perform() async throws -> IntentResponse {
    announcer.announce(String(repeating: "e\u{301}", count: 1500))
    return .success("Listen.")
  }
}
