import VocativeIntents

/// The intents about the microphone.
enum HearingIntents {
  static var feature: Feature {
    Feature("Hearing", constraints: [.permission(.microphone)]) {
      IntentDefinition(CheckMicrophone.self, phrases: ["can you hear me", "(check|test) the microphone"])
    }
  }
}

/// Says whether the microphone can be used; its feature has the reason if it cannot.
struct CheckMicrophone: Intent {
  static let title = "Check the microphone"
  static let isEligibleForPrediction = false

  func perform() async throws -> IntentResponse {
    .success(IntentContext.current?.source == .voice ? "Yes, I can hear you." : "Yes, I can use the microphone.")
  }
}
