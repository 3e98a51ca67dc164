import VocativeIntentsFile
import VocativeUnderstanding

/// The names that are taken in a generated file, and what was found wrong on the way.
struct GenerationScope {
  let contents: IntentsFileContents
  private(set) var faults: [GenerationError.Fault] = []
  /// Where names were found to collide: one name makes several, and is told of once.
  private var collisions: Set<Grammar.Location> = []
  /// Types by name, with what they were made from.
  private var types: [String: String] = [:]
  /// The types of lists, by the list's name.
  private(set) var listTypes: [String: String] = [:]

  init(contents: IntentsFileContents) {
    self.contents = contents
    for list in usedLists { listTypes[list.name] = type(list.name, what: "the list \"\(list.name)\"", at: list.location) }
  }

  /// The lists that parameters take values from, in the order of the file.
  var usedLists: [IntentsFileContents.List] {
    let used = Set(
      contents.intents.flatMap(\.parameters).map(\.type).compactMap { if case .list(let name) = $0 { name } else { nil } })
    return contents.lists.filter { used.contains($0.name) }
  }

  mutating func fault(_ location: Grammar.Location, _ reason: String) {
    faults.append(.init(location: location, reason: reason))
  }

  private mutating func collision(_ location: Grammar.Location, _ reason: String) {
    if collisions.insert(location).inserted { fault(location, reason) }
  }

  /// A name for a type that nothing else in the file has.
  mutating func type(_ name: String, suffix: String = "", what: String, at location: Grammar.Location) -> String {
    let type = SwiftName.type(name) + suffix
    if Self.reserved.contains(type) {
      collision(
        location, "\(what) would be called \(type) in Swift, which is the name of a type there already; give it another name")
    } else if let other = types[type] {
      collision(location, "\(what) would be called \(type) in Swift, and so would \(other); give one of them another name")
    } else {
      types[type] = what
    }
    return type
  }

  /// Names for members that are in one another's way; `reserved` are those the type has itself.
  mutating func members<Member>(
    _ all: [Member], reserved: Set<String> = [], name: (Member) -> String, what: String, at location: (Member) -> Grammar.Location
  ) -> [String] {
    var owners: [String: String] = [:]
    var names: [String] = []
    for member in all {
      var made = SwiftName.member(name(member))
      if reserved.contains(made) { made += "Value" }
      if let other = owners[made] {
        collision(
          location(member),
          "\"\(name(member))\" in \(what) would be called \(made) in Swift, and so would \"\(other)\"; give one of them another name"
        )
      }
      owners[made] = name(member)
      names.append(made)
    }
    return names
  }

  /// Types that a generated file names itself.
  private static let reserved: Set<String> = [
    "Any", "Assistant", "AssistantError", "AuthenticationPolicy", "Bool", "CalendarDay", "CurrencyAmount", "Dependencies",
    "Dependency",
    "Double", "Duration", "Int", "Intent", "IntentDefinition", "IntentPhrase", "IntentResponse", "Optional", "Parameter",
    "ParameterEnum",
    "Sendable", "SpokenValue", "String", "Swift", "TimeOfDay", "VocativeIntents",
  ]
}
