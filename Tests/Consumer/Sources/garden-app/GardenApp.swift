import GardenAssistant
import VocativeApp

@main
struct GardenApp: AssistantApp {
  static func assistant() throws -> Assistant { try gardenAssistant() }
}
