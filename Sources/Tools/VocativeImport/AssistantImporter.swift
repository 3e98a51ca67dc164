import VocativeIntentsFile
import VocativeUnderstanding
import Yams

/// Converts Home Assistant's sentences and homes, and Rhasspy's and voice2json's `sentences.ini`, to an intents file.
package struct AssistantImporter {
  /// The result of an import.
  package struct Result: Sendable {
    /// The text of the intents file.
    package let text: String
    /// The parts that were left out or changed, in source order.
    package let findings: [ImportFinding]
    /// The imported assistant.
    package let assistant: ImportedAssistant
    /// The files that were read, including those in folders.
    package let sources: [String]
  }

  private static let maxFileSize = 16 << 20

  /// The wake phrases of the new assistant.
  package var wakePhrases = ["hey assistant"]
  /// The area of the box, by its identifier or name; nil if it is unknown.
  package var area: String?
  /// The handler of the intents: `hermes` is for those in Rhasspy's sentences only; nil if there is none yet.
  package var handler: ImportedAssistant.Handler?
  /// The home of a running Home Assistant; nil for homes in files.
  package var home: Home?

  /// A home as text.
  package struct Home: Sendable {
    /// The lists of areas, floors and entities, in JSON or YAML.
    package let text: String
    /// The source in findings.
    package let source: String

    /// Creates a home.
    package init(text: String, source: String) { (self.text, self.source) = (text, source) }
  }

  /// Creates an importer.
  package init() {}

  /// Imports files and the contents of folders.
  ///
  /// - Throws: `IntentsFileError` if a file is missing or unreadable, or if no usable intent remains; `GrammarError` if the
  ///   result is too large to search.
  package func result(of named: [String]) throws -> Result {
    var reader = HomeAssistantSentenceReader()
    var house = HomeAssistantHouse()
    var notes = ImportNotes()
    var assistant = ImportedAssistant(wakePhrases: wakePhrases)
    let sources = try ImportSources(named)
    var rhasspy: [String: RhasspySentences] = [:]
    var isAnythingKnown = false
    var unread: [IntentsFileError.Fault] = []
    for source in sources.all {
      let path = source.path
      let file = YAMLFile(path: path, limit: Self.maxFileSize, remedy: "import only a part of it")
      let root: Node
      do throws(IntentsFileError) {
        if path.hasSuffix(".ini") {
          rhasspy[Self.profile(of: path), default: .init()].read(try file.text(what: "a file to import"), file: path)
          isAnythingKnown = true
          continue
        }
        root = try file.root(what: "a file to import")
      } catch {
        // The folders of an assistant have other files too, such as one with comments in its JSON.
        guard !source.isNamed else { throw error }
        unread += error.faults
        continue
      }
      if HomeAssistantHouse.recognizes(root, file: path) {
        house.read(root, file: path, notes: &notes)
      } else if HomeAssistantSentenceReader.recognizes(root) {
        reader.read(root, file: path)
      } else if source.isNamed {
        throw file.fault(
          "unknown format: expected Home Assistant sentences (with \"intents:\" or \"lists:\"), a home (with \"areas\", \"floors\" or"
            + " \"entities\"), or Rhasspy sentences (with the extension .ini)")
      } else {
        // The folders of an assistant have other files too, such as the profile of Rhasspy.
        continue
      }
      isAnythingKnown = true
    }
    guard isAnythingKnown else {
      throw unread.isEmpty ? ImportSources.nothing(in: named[0]) : IntentsFileError(code: .invalid, faults: unread)
    }
    for fault in unread { notes.leaveOut(fault.location, "this file: \(fault.reason)") }
    if let home {
      let file = YAMLFile(path: home.source, limit: Self.maxFileSize, remedy: "expose fewer entities")
      house.read(try file.root(of: home.text), file: home.source, notes: &notes)
    }
    house.finish(notes: &notes)
    let faults = reader.faults + house.faults
    guard faults.isEmpty else { throw IntentsFileError(code: .invalid, faults: faults) }
    notes.append(reader.notes)

    var importer = HomeAssistantImporter(
      sentences: reader.sentences, house: house, area: try areaNamed(in: house, file: sources.paths[0]), into: assistant,
      notes: notes)
    importer.run()
    (assistant, notes) = (importer.assistant, importer.notes)
    for (folder, sentences) in rhasspy.sorted(by: { $0.key < $1.key }) {
      var importer = RhasspyImporter(sentences: sentences, slots: RhasspySlots(folder: folder), into: assistant, notes: notes)
      importer.run()
      (assistant, notes) = (importer.assistant, importer.notes)
      guard handler == .hermes else { continue }
      for section in sentences.sections { assistant.setHandler(.hermes, of: section.name) }
    }
    if handler == .homeAssistant {
      for intent in assistant.intents { assistant.setHandler(.homeAssistant, of: intent.name) }
    }
    do throws(GrammarError) {
      try assistant.settle(notes: &notes)
    } catch {
      guard home != nil, error.code == .tooLarge else { throw error }
      let reason = "the home has too many names for these sentences: expose fewer entities to Assist (\(error.reason))"
      throw GrammarError(code: .tooLarge, reason: reason, location: nil)
    }
    guard !assistant.intents.isEmpty else {
      let reasons = notes.findings.prefix(20).map { IntentsFileError.Fault(location: $0.location, reason: $0.reason) }
      let nothing = IntentsFileError.Fault(
        location: .init(file: sources.paths[0], line: 1), reason: "no usable intent remains")
      throw IntentsFileError(code: .invalid, faults: reasons + [nothing])
    }
    let text = IntentsFileWriter(assistant).text
    // Intents files may have narrower limits than the source files.
    _ = try IntentsFile.contents(text: text, path: "the intents file that would be written")
    let slots = rhasspy.keys.flatMap { RhasspySlots.files(in: $0) }
    return Result(text: text, findings: notes.findings, assistant: assistant, sources: sources.paths + slots)
  }

  /// Returns the folder that has a file's slots: its own, or the one above `intents` if a profile has several files.
  private static func profile(of path: String) -> String {
    let folder = path.contains("/") ? String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)) : "."
    guard folder.hasSuffix("/intents") || folder == "intents" else { return folder }
    return folder == "intents" ? "." : String(folder.dropLast("/intents".count))
  }

  private func areaNamed(in house: HomeAssistantHouse, file: String) throws(IntentsFileError) -> HomeAssistantHouse.Named? {
    guard let area else { return nil }
    let words = SpokenText.words(of: area)
    if let found = house.areas.first(where: { $0.identifier == area || $0.names.contains { SpokenText.words(of: $0) == words } })
    {
      return found
    }
    let known = house.areas.map(\.identifier).sorted().joined(separator: ", ")
    throw IntentsFileError(
      "no area is called \"\(area)\"; " + (known.isEmpty ? "no areas are imported" : "the areas are: \(known)"), file: file)
  }
}
