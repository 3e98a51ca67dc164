import VocativeIntents
import VocativeUnderstanding
import Yams

/// Makes an intents file of what was written for others: Home Assistant's sentences and houses, Rhasspy's and voice2json's `sentences.ini`.
package struct AssistantImporter {
  /// What an import came to.
  package struct Result: Sendable {
    /// The intents file.
    package let text: String
    /// What was left out or changed, in the order it was met.
    package let findings: [ImportFinding]
    /// What is in the file.
    package let assistant: ImportedAssistant
    /// The files that were read, those in folders too.
    package let sources: [String]
  }

  private static let largestFile = 16 << 20

  /// Phrases that make the assistant listen.
  package var wakePhrases = ["hey assistant"]
  /// The area where the box stands, by its identifier or a name; nil if nobody said.
  package var area: String?
  /// Who does what Rhasspy's sentences ask for; nil if nobody does yet.
  package var rhasspyHandler: ImportedAssistant.Handler?

  /// An importer.
  package init() {}

  /// Imports files, and what is in folders.
  ///
  /// - Throws: `IntentsFileError` where a file is missing or cannot be read, or where nothing is left that can be asked for;
  ///   `GrammarError` where the whole is too large to be searched.
  package func result(of named: [String]) throws -> Result {
    var reader = HomeAssistantSentenceReader()
    var house = HomeAssistantHouse()
    var notes = ImportNotes()
    var assistant = ImportedAssistant(wakePhrases: wakePhrases)
    let sources = try ImportSources(named)
    var rhasspy: [String: RhasspySentences] = [:]
    for path in sources.paths {
      let file = YAMLFile(path: path, limit: Self.largestFile, remedy: "import a part of it")
      if path.hasSuffix(".ini") {
        rhasspy[Self.profile(of: path), default: .init()].read(try file.text(what: "a file to import"), file: path)
        continue
      }
      let root = try file.root(what: "a file to import")
      if HomeAssistantHouse.recognizes(root, file: path) {
        house.read(root, file: path, notes: &notes)
      } else if HomeAssistantSentenceReader.recognizes(root) {
        reader.read(root, file: path)
      } else {
        throw file.fault(
          "this is neither Home Assistant's sentences (with \"intents:\" or \"lists:\"), nor a house (with \"areas\", \"floors\" or"
            + " \"entities\"), nor Rhasspy's sentences (called .ini)")
      }
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
      guard let rhasspyHandler else { continue }
      for section in sentences.sections { assistant.setHandler(rhasspyHandler, of: section.name) }
    }
    try assistant.settle(notes: &notes)
    guard !assistant.intents.isEmpty else {
      let reasons = notes.findings.prefix(20).map { IntentsFileError.Fault(location: $0.location, reason: $0.reason) }
      let nothing = IntentsFileError.Fault(
        location: .init(file: sources.paths[0], line: 1), reason: "nothing is left that can be asked for")
      throw IntentsFileError(code: .invalid, faults: reasons + [nothing])
    }
    let text = IntentsFileWriter(assistant).text
    // Limits of intents files may be narrower than those of what was read.
    _ = try IntentsFile.contents(text: text, path: "the intents file that would be written")
    let slots = rhasspy.keys.flatMap { RhasspySlots.files(in: $0) }
    return Result(text: text, findings: notes.findings, assistant: assistant, sources: sources.paths + slots)
  }

  /// The folder that a file's slots lie in: its own, or the one above `intents`, where a profile has more files.
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
      "there is no area \"\(area)\"; " + (known.isEmpty ? "no areas are imported" : "the areas are: \(known)"), file: file)
  }
}
