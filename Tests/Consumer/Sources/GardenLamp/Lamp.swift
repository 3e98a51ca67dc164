import VocativeIntents

/// The lamp in the greenhouse.
struct Lamp: SwitchLampHandling {
  func handle(intent: SwitchLamp) async throws -> IntentResponse {
    .success("The lamp is \(intent.state.spokenValue.dialogName).")
  }
}

/// Creates the assistant for the lamp.
public func lampAssistant() throws -> Assistant { try LampAssistant.make(switchLamp: Lamp()) }
