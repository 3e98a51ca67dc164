import Foundation
import JSONValues

/// The areas, floors and entities of a home that are exposed to voice, as text for the import.
package struct HomeAssistantHome: Equatable, Sendable {
  /// The text: lists in JSON, in the order of their identifiers.
  package let text: String
  /// The number of exposed entities.
  package let entityCount: Int

  private struct Place: Codable {
    private enum CodingKeys: String, CodingKey {
      case area = "area_id"
      case floor = "floor_id"
      case name
      case aliases
    }

    var area: String?
    var floor: String?
    let name: String
    var aliases: [String]?
  }

  private struct Configuration: Decodable {
    let state: String?
  }

  private struct EntityState: Decodable {
    struct Attributes: Decodable {
      let name: String?
      let kind: String?

      private enum CodingKeys: String, CodingKey {
        case name = "friendly_name"
        case kind = "device_class"
      }

      init(from decoder: any Decoder) throws {
        // Integrations may set attributes of any type.
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try? values.decode(String.self, forKey: .name)
        kind = try? values.decode(String.self, forKey: .kind)
      }
    }

    private enum CodingKeys: String, CodingKey {
      case entity = "entity_id"
      case attributes
    }

    let entity: String
    let attributes: Attributes
  }

  private struct Exposure: Decodable {
    private enum CodingKeys: String, CodingKey {
      case entities = "exposed_entities"
    }

    let entities: [String: [String: JSONValue]]
  }

  private struct Registered: Decodable {
    /// The other names; in newer releases, null among them stands for the entity's own name.
    let aliases: [String?]?
  }

  private struct Entity: Encodable {
    private enum CodingKeys: String, CodingKey {
      case identifier = "entity_id"
      case name
      case aliases
      case kind = "device_class"
    }

    let identifier: String
    /// The entity's own name; nil if only its aliases are spoken.
    let name: String?
    let aliases: [String]
    let kind: String?
  }

  private struct Lists: Encodable {
    let areas: [Place]
    let floors: [Place]
    let entities: [Entity]
  }

  /// The parts that are read at the same time.
  private struct Parts {
    let isRunning: Bool
    let areas: [Place]
    let floors: [Place]
    /// The identifiers of the exposed entities.
    let exposed: [String]
    let states: [EntityState]

    init(_ session: HomeAssistantSession) async throws {
      async let configuration = session.result(of: "get_config", as: Configuration.self)
      async let areas = session.result(of: "config/area_registry/list", as: [Place].self)
      async let floors = session.result(of: "config/floor_registry/list", as: [Place].self)
      async let exposure = session.result(of: "homeassistant/expose_entity/list", as: Exposure.self)
      async let states = session.result(of: "get_states", as: [EntityState].self)
      isRunning = try await configuration.state ?? "RUNNING" == "RUNNING"
      guard isRunning else {
        (self.areas, self.floors, exposed, self.states) = ([], [], [], [])
        return
      }
      self.areas = try await areas
      // Home Assistant has floors since release 2024.3.
      self.floors = (try? await floors) ?? []
      exposed = try await exposure.entities.filter { $0.value[HomeAssistantHome.assistant] == .boolean(true) }.keys.sorted()
      self.states = try await states
    }
  }

  /// The name under which the voice assistants of Home Assistant expose entities.
  private static let assistant = "conversation"
  /// The events after which a home may have changed.
  package static let events = [
    "area_registry_updated", "floor_registry_updated", "device_registry_updated", "entity_registry_updated",
  ]

  /// Reads a home, when Home Assistant has started.
  ///
  /// - Throws: `HomeAssistantSocketError`.
  package init(_ session: HomeAssistantSession) async throws {
    var parts = try await Parts(session)
    // Before that, entities are missing whose integrations have not started.
    while !parts.isRunning {
      try await Task.sleep(for: .seconds(1))
      parts = try await Parts(session)
    }
    let exposed = parts.exposed
    let registered = try await session.result(
      of: "config/entity_registry/get_entries", ["entity_ids": .array(exposed.map(JSONValue.string))],
      as: [String: Registered?].self)
    // Where the entity's own name is an alias too, an entity whose aliases lack it is called by its aliases only.
    let listsOwnNames = registered.values.contains { $0?.aliases?.contains(nil) == true }
    let states = Dictionary(parts.states.map { ($0.entity, $0.attributes) }, uniquingKeysWith: { first, _ in first })
    let entities = exposed.compactMap { identifier -> Entity? in
      // An entity without a state is disabled, or its integration is not set up.
      guard let attributes = states[identifier] else { return nil }
      let words = (identifier.split(separator: ".").last.map(String.init) ?? identifier).replacing("_", with: " ")
      let aliases = registered[identifier]??.aliases ?? []
      let hasOwnName = aliases.isEmpty || aliases.contains(nil) || !listsOwnNames
      return Entity(
        identifier: identifier, name: hasOwnName ? attributes.name ?? words : nil, aliases: aliases.compactMap(\.self).sorted(),
        kind: attributes.kind)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let lists = Lists(
      areas: parts.areas.sorted { $0.area ?? "" < $1.area ?? "" },
      floors: parts.floors.sorted { $0.floor ?? "" < $1.floor ?? "" },
      entities: entities)
    text = String(decoding: try encoder.encode(lists), as: UTF8.self)
    entityCount = entities.count
  }
}
