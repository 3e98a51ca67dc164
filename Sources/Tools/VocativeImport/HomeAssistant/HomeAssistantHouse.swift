import VocativeIntentsFile
import VocativeUnderstanding
import Yams

/// The areas, floors and entities of a home.
///
/// Read from Home Assistant's own registries (`.storage/core.area_registry` and so on, which are JSON), or from lists under
/// `areas`, `floors` and `entities` in YAML.
struct HomeAssistantHouse {
  /// An item with an identifier and its spoken names.
  struct Named {
    let identifier: String
    let names: [String]
    /// The attributes that sentences may require.
    var context: [String: String] = [:]
    let location: Grammar.Location
  }

  private(set) var areas: [Named] = []
  private(set) var floors: [Named] = []
  private(set) var entities: [Named] = []
  /// The location of each section that was read, empty or not.
  private(set) var locations: [String: Grammar.Location] = [:]
  /// The names of devices, which are part of some entities' names.
  private var devices: [String: String] = [:]
  private var pendingEntities: [(node: Node, file: String)] = []
  private(set) var faults: [IntentsFileError.Fault] = []

  /// The maximum number of items of each kind.
  private static let maxCount = 5_000
  private static let sections = ["areas", "floors", "devices", "entities"]

  /// Whether a file's root has the form of a registry or a list of a home.
  static func recognizes(_ root: Node, file: String) -> Bool { section(root, file: file) != nil }

  private static func section(_ root: Node, file: String) -> Node? {
    if let data = root.mapping?["data"], sections.contains(where: { data.mapping?[Node($0)] != nil }) { return data }
    if sections.contains(where: { root.mapping?[Node($0)] != nil }) { return root }
    // The file name decides the kind of a bare list.
    let name = file.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? ""
    guard root.sequence != nil, sections.contains(name) else { return nil }
    return Node([(Node(name), root)])
  }

  /// Adds the contents of a file.
  mutating func read(_ root: Node, file: String, notes: inout ImportNotes) {
    guard let section = Self.section(root, file: file)?.mapping else { return }
    for pair in section {
      let key = pair.key.string ?? ""
      guard Self.sections.contains(key) else { continue }
      locations[key] = locations[key] ?? Grammar.Location(file: file, line: pair.value.mark?.line ?? 1)
      for item in pair.value.sequence.map(Array.init) ?? [] { read(item, in: key, file: file, notes: &notes) }
    }
  }

  private mutating func read(_ item: Node, in section: String, file: String, notes: inout ImportNotes) {
    let location = Grammar.Location(file: file, line: item.mark?.line ?? 1)
    guard max(areas.count, floors.count, pendingEntities.count, devices.count) < Self.maxCount else {
      if faults.isEmpty { faults.append(.init(location: location, reason: "the home has more than \(Self.maxCount) \(section)")) }
      return
    }
    switch section {
    case "areas": if let area = named(item, id: ["id", "area_id"], location, &notes) { areas.append(area) }
    case "floors": if let floor = named(item, id: ["floor_id", "id"], location, &notes) { floors.append(floor) }
    case "devices":
      if let id = item.mapping?["id"]?.string, let name = text(item, ["name_by_user", "name"]) { devices[id] = name }
    default: pendingEntities.append((item, file))
    }
  }

  /// Creates the entities after all devices are known.
  mutating func finish(notes: inout ImportNotes) {
    for (node, file) in pendingEntities {
      let location = Grammar.Location(file: file, line: node.mark?.line ?? 1)
      if text(node, ["disabled_by", "hidden_by"]) != nil {
        notes.count(location, .leftOut, "entities that are disabled or hidden")
        continue
      }
      if node.mapping?["options"]?.mapping?["conversation"]?.mapping?["should_expose"]?.bool == false {
        notes.count(location, .leftOut, "entities that are not exposed to Assist")
        continue
      }
      guard var entity = named(node, id: ["entity_id", "id"], location, &notes) else { continue }
      if let domain = entity.identifier.split(separator: ".").first, entity.identifier.contains(".") {
        entity.context["domain"] = String(domain)
      }
      for key in ["domain", "device_class"] { entity.context[key] = text(node, [key]) ?? entity.context[key] }
      if entity.context["device_class"] == nil { entity.context["device_class"] = text(node, ["original_device_class"]) }
      entities.append(entity)
    }
    pendingEntities = []
  }

  private func named(_ node: Node, id keys: [String], _ location: Grammar.Location, _ notes: inout ImportNotes) -> Named? {
    if let name = node.string { return Named(identifier: name, names: speakable([name], location, &notes), location: location) }
    let own = name(of: node)
    guard let identifier = text(node, keys) ?? own else {
      notes.leaveOut(location, "the item has neither a name nor an identifier")
      return nil
    }
    // Newer releases no longer update the former list of aliases.
    let aliases = node.mapping?["aliases_v2"] == nil ? "aliases" : "aliases_v2"
    let more = ["names", aliases].flatMap { node.mapping?[Node($0)]?.sequence.map(Array.init) ?? [] }
      .filter { $0.null == nil }.compactMap(\.string)
    let names = speakable((own.map { [$0] } ?? []) + more, location, &notes)
    guard !names.isEmpty else {
      notes.leaveOut(location, "\(identifier) has no name that can be spoken; add a name or an alias in Home Assistant")
      return nil
    }
    return Named(identifier: identifier, names: names, location: location)
  }

  /// Returns the display name; an entity of a device has the device's name before its own.
  private func name(of node: Node) -> String? {
    if let name = text(node, ["name"]) { return name }
    let original = text(node, ["original_name"])
    guard node.mapping?["has_entity_name"]?.bool == true, let device = text(node, ["device_id"]).flatMap({ devices[$0] }) else {
      return original
    }
    return original.map { "\(device) \($0)" } ?? device
  }

  /// Returns the names that can be spoken: not those that consist of symbols or of letters without a known pronunciation.
  private func speakable(_ names: [String], _ location: Grammar.Location, _ notes: inout ImportNotes) -> [String] {
    var said: Set<[String]> = []
    return names.filter { name in
      let words = SpokenText.words(of: name)
      guard !words.isEmpty, words.joined().allSatisfy({ $0.isASCII }) else {
        notes.leaveOut(location, "\"\(name)\" cannot be spoken in English; add an alias in Home Assistant")
        return false
      }
      return said.insert(words).inserted
    }
  }

  /// Returns the text of the first key that has one.
  private func text(_ node: Node, _ keys: [String]) -> String? {
    keys.lazy.compactMap { node.mapping?[Node($0)] }.first { $0.null == nil && $0.string?.isEmpty == false }?.string
  }
}
