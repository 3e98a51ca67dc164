import VocativeIntents

/// A plant with its spoken names.
struct Plant: Entity {
  let id: String
  let displayName: String
  var thirst: Duration

  static let defaultQuery = PlantQuery()

  struct PlantQuery: EntityQuery {
    @Dependency private var garden: Garden
    func allEntities() async throws -> [Plant] { await garden.plants }
  }
}

/// The data of the intents; a real assistant stores it in a file.
actor Garden {
  private(set) var plants = [
    Plant(id: "fern", displayName: "Fern", thirst: .seconds(86_400)),
    Plant(id: "cactus", displayName: "🌵 Cactus", thirst: .seconds(1_209_600)),
  ]

  func water(_ plant: Plant.ID, every pause: Duration) {
    for index in plants.indices where plants[index].id == plant { plants[index].thirst = pause }
  }
}

/// A request: the runtime fills the parameters, asks for missing values, confirms and performs it.
struct WaterPlant: Intent {
  static let title = "Water a plant"
  @Parameter(title: "Plant", prompt: "Which plant?") var plant: Plant
  @Parameter(title: "Pause") var pause: Duration?
  @Dependency private var garden: Garden

  func confirm() async throws -> IntentResponse {
    plant.id == "cactus" ? .ready("Really water the cactus?") : .ready()
  }

  func perform() async throws -> IntentResponse {
    let pause = pause ?? plant.thirst
    await garden.water(plant.id, every: pause)
    return .success("I water the \(plant.dialogName) every \(pause.spokenValue.dialogName).")
  }
}

/// Creates the assistant.
public func gardenAssistant() throws -> Assistant {
  var dependencies = Dependencies()
  dependencies.add(Garden())
  return try Assistant(name: "garden", wakePhrases: ["hey garden"], dependencies: dependencies) {
    Feature("Watering") {
      IntentDefinition(WaterPlant.self, phrases: ["water (a plant|the \(\.$plant) [every \(\.$pause)])"])
    }
  }
}
