import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite("Examples in the documentation")
struct DocumentedSayingsTests {
  private static let assistants = ["money", "notes", "messages", "clock"]

  @Test("The documentation has examples for every assistant, and complete intents files")
  func examples() {
    let sayings = Documentation.ours.sayings.filter { Self.assistant(of: $0) != nil }
    let blocks = Documentation.ours.pages.joined()
    #expect(!sayings.isEmpty || blocks.contains { $0.lines.contains { $0.contains("vocative ask ") } })
    #expect(blocks.contains(where: Self.isIntents))
  }

  @Test("A new assistant understands the documented examples", arguments: Documentation.ours.sayings)
  func sayings(_ row: Documentation.Sayings) async throws {
    guard let name = Self.assistant(of: row) else { return }
    let assistant = try await ScriptedAssistant(named: name, under: [])
    // The folder of its store is removed with it.
    defer { withExtendedLifetime(assistant) {} }
    var conversation = TypedConversation(runtime: assistant.runtime)
    for (before, text) in row.sayings {
      // A turn after an ellipsis answers the previous question.
      if conversation.openQuestion != nil, !before.contains("…") { _ = try await conversation.say("cancel") }
      let events = try await conversation.say(text)
      let isRejected = events.contains { if case .rejected = $0.kind { true } else { false } }
      #expect(!isRejected, "\(row.place): \"\(text)\" is not understood: \(events.map(\.kind))")
    }
  }

  private static func assistant(of row: Documentation.Sayings) -> String? {
    row.headings.reversed().lazy.compactMap { heading in assistants.first { heading.contains($0) } }.first
  }

  // MARK: Intents files

  private static func isIntents(_ block: Documentation.Block) -> Bool {
    block.language == "yaml" && block.lines.contains { $0.contains(#/^\s*phrases:/#) }
  }

  @Test(
    "Documented intents files and fragments of them can be loaded",
    arguments: Documentation.ours.pages.joined().filter(isIntents))
  func intentsFiles(_ block: Documentation.Block) throws {
    let folder = try TemporaryFolder()
    // The programs of the handlers.
    for program in block.lines.joined(separator: "\n").matches(of: #/\./([\w.-]+)/#) {
      let path = try folder.write("#!/bin/sh\n", to: String(program.1))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    let path = try folder.write(Self.wholeFile(block.lines), to: "documented.intents.yaml")
    let contents = try IntentsFile.contents(path: path)
    var grammar = Grammar(phrases: contents.intents.flatMap(\.phrases), rules: contents.rules)
    for list in contents.lists { grammar.lists[list.name] = list.values.map(\.value) }
    for intent in contents.intents {
      for parameter in intent.parameters {
        if case .list(let list) = parameter.type { grammar.slotLists[intent.name, default: [:]][parameter.name] = list }
        if let kind = parameter.type.kindInPhrases {
          grammar.kinds["\(intent.name) \(parameter.name)"] = kind
          grammar.slotLists[intent.name, default: [:]][parameter.name] = "\(intent.name) \(parameter.name)"
        }
      }
    }
    _ = try CompiledGrammar(grammar)
  }

  /// Returns the block, completed with intents and lists if it is a fragment.
  private static func wholeFile(_ lines: [String]) -> String {
    guard !lines.contains(where: { $0.hasPrefix("intents:") }) else { return lines.joined(separator: "\n") }
    let indent = lines.first { !$0.allSatisfy(\.isWhitespace) }?.prefix { $0 == " " }.count ?? 0
    let part = lines.map { "  " + $0.dropFirst(indent) }.joined(separator: "\n")
    let declared = Set(part.matches(of: #/([\w]+):\s*\{\s*type:/#).map { String($0.1) })
    let slots = Set(part.matches(of: #/[^{]\{(?:(\w+):)?(\w+)\}[^}]/#).map { String($0.1 ?? $0.2) }).subtracting(declared)
    let lists = slots.sorted().enumerated().map { "  \($1): [\"value \(["one", "two", "three", "four"][$0 % 4])\"]" }
    return "intents:\n\(part)\n" + (lists.isEmpty ? "" : "lists:\n" + lists.joined(separator: "\n") + "\n")
  }
}

extension FileParameterType {
  /// The kind of words that its values are parsed from; nil if the values are listed.
  fileprivate var kindInPhrases: SpokenKind? {
    switch self {
    case .number(let range): .number(range ?? 0...999_999)
    case .decimal(let range): .decimal(range)
    case .amount: .amount
    case .day: .day
    case .time: .timeOfDay
    case .dayAndTime: .dayAndTime
    case .duration: .duration
    case .text: .text
    case .boolean, .list: nil
    }
  }
}
