import BuiltInAssistants
import VocativeService

/// The `vocatived` program: listens and answers without a terminal until it is stopped.
@main
struct VocativeDaemon: AssistantService {
  static let programName = "vocatived"
  static let version = "0.1.0"
  static let assistants = AssistantRegistry.builtIn
}
