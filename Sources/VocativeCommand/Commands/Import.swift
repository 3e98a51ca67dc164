import ArgumentParser
import Foundation
import ProgramOutput
import Vocative
import VocativeImport

/// `vocative import FILE…`: an intents file made of what was written for others.
struct Import: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make an intents file of Home Assistant's sentences and house, or of Rhasspy's and voice2json's sentences.ini.",
    discussion: """
      Home Assistant's sentences are YAML or JSON; a house is its .storage/core.area_registry, core.floor_registry, core.entity_registry \
      and core.device_registry, or YAML lists under areas, floors and entities. Of a folder everything in it is read. What has no place \
      in an intents file is told on standard error, with its file and line.

      Exit status 0 when there is something to ask for, 65 when nothing is left or a file has faults, 66 when one is missing.
      """)

  @Option(
    help: ArgumentHelp(
      "Where the box stands, for sentences about their own room: the area's name or identifier.", valueName: "area"))
  var area: String?

  @Option(help: ArgumentHelp("What makes it listen.", valueName: "phrase"))
  var wake = "hey assistant"

  @Option(
    help: ArgumentHelp(
      "Who does what Rhasspy's sentences ask for: hermes for the skills on the broker (default: nobody yet).", valueName: "name"))
  var handler: ImportedAssistant.Handler?

  @Option(name: .shortAndLong, help: ArgumentHelp("The intents file to write (default: standard output).", valueName: "file"))
  var output: String?

  @Flag(help: "Do not tell what was left out or changed; only how much.")
  var quiet = false

  @Argument(help: "The files, or folders of them.", completion: .file())
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
    // Of folders that were named, what lies in them is known now.
    try OutputPath.require(output, "--output", differsFrom: result.sources)
    if !quiet { for finding in result.findings { StandardError.write("\(finding)\n") } }
    if let output {
      try OutputFile(output).write(Data(result.text.utf8))
    } else {
      StandardOutput.write(result.text)
    }
    let intents = result.assistant.intents
    let leftOut = result.findings.count { $0.outcome == .leftOut }
    let phrases = intents.reduce(0) { $0 + $1.phrases.count }
    StandardError.write(
      "imported: \(CountedNoun(intents.count, "intent")) with \(CountedNoun(phrases, "phrase")); \(CountedNoun(leftOut, "thing")) "
        + "left out, \(result.findings.count - leftOut) changed\n")
  }
}

extension ImportedAssistant.Handler: ExpressibleByArgument {}
