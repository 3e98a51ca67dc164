import VocativeIntents
import VocativeIntentsFile
import VocativeUnderstanding

/// The names in use in a generated file, and the faults found so far.
struct GenerationScope {
  let contents: IntentsFileContents
  private(set) var faults: [GenerationError.Fault] = []
  /// Locations with name collisions: one name produces several identifiers but is reported once.
  private var collisions: Set<Grammar.Location> = []
  /// Types by name, with their origin in the file.
  private var types: [String: String] = [:]
  /// The types of lists, by the list's name.
  private(set) var listTypes: [String: String] = [:]

  init(contents: IntentsFileContents) {
    self.contents = contents
    for list in usedLists { listTypes[list.name] = type(list.name, what: "the list \"\(list.name)\"", at: list.location) }
  }

  /// The lists that parameters take values from, and those of returned values, in file order.
  var usedLists: [IntentsFileContents.List] {
    let used = Set(
      contents.intents.flatMap(\.parameters).map(\.type).compactMap { if case .list(let name) = $0 { name } else { nil } }
        + contents.intents.compactMap(\.returns).filter(\.isListed).map(\.name))
    return contents.lists.filter { used.contains($0.name) }
  }

  mutating func fault(_ location: Grammar.Location, _ reason: String) {
    faults.append(.init(location: location, reason: reason))
  }

  private mutating func collision(_ location: Grammar.Location, _ reason: String) {
    if collisions.insert(location).inserted { fault(location, reason) }
  }

  /// Returns a type name that is unique in the file.
  mutating func type(_ name: String, suffix: String = "", what: String, at location: Grammar.Location) -> String {
    let type = SwiftName.type(name) + suffix
    if Self.reserved.contains(type) {
      collision(
        location, "\(what) would be called \(type) in Swift, which is already the name of a type; rename it")
    } else if let other = types[type] {
      collision(location, "\(what) and \(other) would both be called \(type) in Swift; rename one of them")
    } else {
      types[type] = what
    }
    return type
  }

  /// Returns member names and reports collisions; `reserved` has the names that the type itself uses.
  ///
  /// - Parameter areWrapped: Whether the members are properties with a wrapper, which Swift stores under the name after an underscore.
  mutating func members<Member>(
    _ all: [Member], reserved: Set<String> = [], areWrapped: Bool = false, name: (Member) -> String, what: String,
    at location: (Member) -> Grammar.Location
  ) -> [String] {
    var owners: [String: String] = [:]
    var names: [String] = []
    for member in all {
      var made = SwiftName.member(name(member))
      if reserved.contains(made) { made += "Value" }
      let taken = areWrapped ? [made, "_\(made)"] : [made]
      if let shared = taken.first(where: { owners[$0] != nil }), let other = owners[shared] {
        collision(
          location(member),
          "\"\(name(member))\" and \"\(other)\" in \(what) would both be called \(shared) in Swift; rename one of them"
        )
      }
      for identifier in taken { owners[identifier] = name(member) }
      names.append(made)
    }
    return names
  }

  /// Types that a generated file refers to.
  private static let reserved: Set<String> = [
    "Any", "Assistant", "AssistantBuilder", "AssistantError", "AssistantPart", "AuthenticationPolicy", "Bool", "CalendarDay",
    "CurrencyAmount", "Dependencies", "Dependency", "Double", "Duration", "Int", "Intent", "IntentDefinition", "IntentPhrase",
    "IntentResponse", "LocalTime", "Optional", "Parameter", "ParameterEnum", "ParameterSummary", "ParameterValue", "Sendable",
    "ShortcutIntents", "SpokenValue", "String", "Swift", "TimeOfDay", "VocativeIntents", "VocativeMemory",
  ]
}
