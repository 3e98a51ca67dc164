import GardenAssistant
import GardenLamp
import VocativeService

@main
struct GardenService: AssistantService {
  static let assistants = AssistantRegistry([
    BuiltInAssistant(name: "garden") { try gardenAssistant() },
    BuiltInAssistant(name: "lamp") { try lampAssistant() },
  ])
}
