import Synchronization
import Vocative

/// An assistant with a list that grows while the loop listens.
enum GrowingAssistant {
  final class Names: Sendable {
    private let names: Mutex<[String]>
    init(_ names: [String]) { self.names = Mutex(names) }
    var all: [String] { names.withLock { $0 } }
    func add(_ name: String) { names.withLock { $0.append(name) } }
  }

  struct Thing: Entity {
    let id: String
    var displayName: String { id }
    static let defaultQuery = ThingQuery()

    struct ThingQuery: EntityQuery {
      @Dependency private var names: Names
      func entities(for identifiers: [String]) async throws -> [Thing] {
        names.all.filter(identifiers.contains).map(Thing.init)
      }
      func allEntities() async throws -> [Thing] { names.all.map(Thing.init) }
    }
  }

  struct Show: Intent {
    static let title = "Show"
    @Parameter(title: "Thing", prompt: "Which thing?") var thing: Thing
    func perform() async throws -> IntentResponse { .success("Here is \(thing.id).") }
  }

  static func make(_ names: Names) throws -> Assistant {
    var dependencies = Dependencies()
    dependencies.add(names)
    return try Assistant(name: "growing", wakePhrases: ["hey assistant"], dependencies: dependencies) {
      IntentDefinition(Show.self, phrases: ["\(\.$thing) goal"])
    }
  }
}
