import VocativeIntentsFile

/// An intents file as a function that creates the assistant from its handlers.
struct GeneratedAssistant {
  private let type: String
  private let name: String
  private let wakePhrases: [String]
  private let hasShortcutIntents: Bool
  private let pronunciations: [String: [String]]

  init(contents: IntentsFileContents, scope: inout GenerationScope) {
    name = contents.name
    type = scope.type(name, suffix: "Assistant", what: "the assistant", at: contents.location)
    wakePhrases = contents.wakePhrases
    hasShortcutIntents = contents.hasShortcutIntents
    pronunciations = contents.pronunciations
  }

  /// The names that the functions use themselves: a handler with one of them would hide it.
  private static let reserved: Set<String> = ["add", "dependencies", "name", "parts"]

  /// Finds intents whose handlers would have the same argument name.
  func checkArguments(of contents: IntentsFileContents, scope: inout GenerationScope) {
    _ = scope.members(contents.intents, reserved: Self.reserved, name: \.name, what: "the intents", at: \.location)
  }

  func source(of intents: [GeneratedIntent]) -> String {
    func argument(_ intent: GeneratedIntent) -> String {
      Self.reserved.contains(intent.argument) ? intent.argument + "Value" : intent.argument
    }
    let arguments =
      intents.map { "\(SwiftName.escaped(argument($0))): any \($0.handling)," } + ["dependencies: Dependencies = Dependencies()"]
    let additionArguments =
      intents.map { "\(SwiftName.escaped(argument($0))): any \($0.handling)," } + ["to dependencies: inout Dependencies"]
    let passed = intents.map { "\(argument($0)): \(SwiftName.escaped(argument($0)))" } + ["to: &dependencies"]
    // Without the conversion, a handler would be stored under its own type, which intents do not look up.
    let additions = intents.map { "dependencies.add(\(SwiftName.escaped(argument($0))) as any \($0.handling))" }
    // Only the whole assistant includes them: an assistant that these intents are part of has its own.
    let shortcuts = hasShortcutIntents ? "\n      ShortcutIntents.feature" : ""
    let entries = pronunciations.sorted { $0.key < $1.key }
      .map { "\(SwiftLiteral.string($0)): \(SwiftLiteral.string($1.joined(separator: " ")))" }
    let hints = entries.isEmpty ? "" : ",\n      pronunciations: [\(entries.joined(separator: ", "))]"
    return """
      \(SwiftLiteral.comment("The assistant `\(name)`, whole or as part of another."))
      public enum \(type) {
        /// The name on the command line.
        public static let name = \(SwiftLiteral.string(name))

        /// Creates the assistant from the handlers of its intents.
        ///
        /// - Throws: `AssistantError` with every fault of the declaration.
        public static func make(
      \(arguments.joined(separator: "\n").indented(2))
        ) throws(AssistantError) -> Assistant {
          var dependencies = dependencies
          add(\(passed.joined(separator: ", ")))
          return try Assistant(
            name: name, wakePhrases: [\(wakePhrases.map(SwiftLiteral.string).joined(separator: ", "))], dependencies: dependencies\(hints)
          ) {
            parts\(shortcuts)
          }
        }

        /// Adds the handlers of the intents to the dependencies of an assistant that includes them.
        public static func add(
      \(additionArguments.joined(separator: "\n").indented(2))
        ) {
      \(additions.joined(separator: "\n").indented(2))
        }

        /// The intents with their phrases, for inclusion in any assistant.
        @AssistantBuilder public static var parts: [AssistantPart] {
      \(intents.map(\.definition).joined(separator: "\n").indented(2))
        }
      }
      """
  }
}
