import ArgumentParser
import Foundation
import ProgramOutput
import Vocative
import VocativeImport

/// `vocative import FILE…`: converts the sentences of other assistants to an intents file.
struct Import: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Convert sentences of Home Assistant, Rhasspy or voice2json to an intents file.",
    discussion: """
      Home Assistant's sentences are YAML or JSON. A house is its .storage/core.area_registry, core.floor_registry, core.entity_registry \
      and core.device_registry, or YAML lists under areas, floors and entities. Rhasspy's and voice2json's sentences are sentences.ini \
      with its slot files. All such files of a folder are read. Parts that an intents file cannot express are reported on standard \
      error, with file and line.

      Exit status: 0 if an intent was converted, 65 if no intent could be converted or a file has faults, 66 if a file is missing.
      """)

  @Option(
    help: ArgumentHelp(
      "The name or identifier of this computer's area, for sentences about the room they are said in (default: none).",
      valueName: "area"))
  var area: String?

  @Option(help: ArgumentHelp("The wake phrase.", valueName: "phrase"))
  var wake = "hey assistant"

  @Option(
    help: ArgumentHelp(
      "The handler of Rhasspy's intents: hermes for skills on the broker (default: none).", valueName: "name"))
  var handler: ImportedAssistant.Handler?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The intents file to write, or - for standard output (default: -).", valueName: "file"))
  var output: String?

  @Flag(help: "Report only the number of parts that were left out or changed.")
  var quiet = false

  @Argument(help: "The files to convert, or folders that contain them.", completion: .file())
  var files: [String]

  func validate() throws {
    if let output { try OutputPath.requireWritable(output, "--output") }
    try OutputPath.require(output, "--output", differsFrom: files)
  }

  func run() async throws {
    var importer = AssistantImporter()
    importer.area = area
    importer.rhasspyHandler = handler
    importer.wakePhrases = wake.isEmpty ? [] : [wake]
    let result = try importer.result(of: files)
    // The folders were named, so their contents are listed after the files were read.
    try OutputPath.require(output, "--output", differsFrom: result.sources)
    if !quiet { for finding in result.findings { StandardError.write(PrintableText.line("\(finding)") + "\n") } }
    if let output, output != "-" {
      try OutputFile(output).write(Data(result.text.utf8))
    } else {
      // A file receives the text unchanged; for a terminal, control characters are removed.
      StandardOutput.write(isatty(STDOUT_FILENO) == 1 ? PrintableText.lines(result.text) : result.text)
    }
    let intents = result.assistant.intents
    let leftOut = result.findings.count { $0.outcome == .leftOut }
    let phrases = intents.reduce(0) { $0 + $1.phrases.count }
    StandardError.write(
      "imported: \(CountedNoun(intents.count, "intent")) with \(CountedNoun(phrases, "phrase")); \(CountedNoun(leftOut, "part")) "
        + "left out, \(result.findings.count - leftOut) changed\n")
  }
}

extension ImportedAssistant.Handler: ExpressibleByArgument {}
