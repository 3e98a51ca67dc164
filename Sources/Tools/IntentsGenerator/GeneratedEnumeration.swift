import VocativeIntentsFile
import VocativeUnderstanding

/// A list of an intents file as an enumeration.
struct GeneratedEnumeration {
  let source: String

  init(list: IntentsFileContents.List, scope: inout GenerationScope) {
    let type = scope.listTypes[list.name] ?? SwiftName.type(list.name)
    if list.source != nil {
      scope.fault(
        list.location,
        "the values of \"\(list.name)\" come from outside, but those of an enumeration do not change; use an Entity with a query"
      )
    }
    let values = list.values.map(\.value)
    let cases = scope.members(
      values, reserved: ["allCases", "hash", "hashValue", "rawValue", "spokenNames", "spokenValue"], name: \.identifier,
      what: "the list \"\(list.name)\"", at: { $0.location ?? list.location })
    var names: [String] = []
    for value in list.values { names.append(Self.names(of: value, in: list, scope: &scope)) }

    let declarations = zip(cases, values).map { name, value in
      "\(SwiftLiteral.comment("`\(value.identifier)`."))\ncase \(SwiftName.escaped(name))"
        + (name == value.identifier ? "" : " = \(SwiftLiteral.string(value.identifier))")
    }
    let spoken = zip(cases, names).map { "case .\($0): \($1)" }.joined(separator: "\n")
    var parts = [
      declarations.joined(separator: "\n"),
      "/// The spoken names of each value, the full name first.\npublic var spokenNames: [String] {\n  switch self {\n\(spoken.indented())\n  }\n}",
    ]
    let pronunciations = zip(cases, values).compactMap { name, value in
      value.pronunciations.isEmpty ? nil : "case .\(name): \(Self.literal(value.pronunciations))"
    }
    if !pronunciations.isEmpty { parts.append(Self.spokenValue(pronunciations, areAll: pronunciations.count == values.count)) }
    source = """
      \(SwiftLiteral.comment("The values of the list `\(list.name)`."))
      public enum \(type): String, ParameterEnum {
      \(parts.joined(separator: "\n\n").indented())
      }
      """
  }

  private static func names(
    of value: IntentsFileContents.List.Value, in list: IntentsFileContents.List, scope: inout GenerationScope
  ) -> String {
    let location = value.value.location ?? list.location
    var names: [String] = []
    for (index, template) in value.value.spoken.enumerated() {
      guard let forms = SpokenForms.all(of: template, rules: scope.contents.rules) else {
        scope.fault(
          location,
          "the spoken form of \"\(value.value.identifier)\" has more than \(SpokenForms.maxCount) variants; list the names instead"
        )
        continue
      }
      // Keeps the author's own spelling if it is one name.
      names += index == 0 && forms.count == 1 ? [value.display] : forms.filter { !names.contains($0) }
    }
    return "[\(names.map(SwiftLiteral.string).joined(separator: ", "))]"
  }

  private static func literal(_ pronunciations: [String: [String]]) -> String {
    let entries = pronunciations.sorted { $0.key < $1.key }.map { name, phones in
      "\(SwiftLiteral.string(name)): [\(phones.map(SwiftLiteral.string).joined(separator: ", "))]"
    }
    return "[\(entries.joined(separator: ", "))]"
  }

  private static func spokenValue(_ cases: [String], areAll: Bool) -> String {
    let lines = (cases + (areAll ? [] : ["default: [:]"])).joined(separator: "\n")
    return """
      /// The value with its names, and with phones for names that no dictionary has.
      public var spokenValue: SpokenValue {
        let pronunciations: [String: [String]] =
          switch self {
      \(lines.indented(2))
          }
        return SpokenValue(
          identifier: rawValue, display: spokenNames.first ?? rawValue, names: spokenNames, pronunciations: pronunciations)
      }
      """
  }
}
