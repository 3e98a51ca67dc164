import ArgumentParser
import Foundation
import ProgramOutput
import Vocative
import VocativeHome
import VocativeImport

/// `vocative import FILE…`: converts the sentences of other assistants to an intents file.
struct Import: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Convert sentences of Home Assistant, Rhasspy or voice2json to an intents file.",
    discussion: """
      Home Assistant's sentences are YAML or JSON. A house is its .storage/core.area_registry, core.floor_registry, \
      core.entity_registry and core.device_registry, or YAML lists under areas, floors and entities. Rhasspy's and voice2json's \
      sentences are sentences.ini with its slot files. All such files of a folder are read. With --home-assistant, the house is \
      that of a running Home Assistant, its conversation agent performs the requests, and the files are its sentences; without \
      files, those of the Python package home-assistant-intents are used. Parts that an intents file cannot express are reported \
      on standard error, with file and line.

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
      "The handler of the intents: hermes for skills on an MQTT broker, or home-assistant (default: none).",
      valueName: "name"))
  var handler: ImportedAssistant.Handler?

  @Option(
    help: ArgumentHelp(
      "The address of a running Home Assistant, such as http://192.168.1.5:8123 (default: none).", valueName: "uri"))
  var homeAssistant: String?

  @Option(
    help: ArgumentHelp(
      "A file with a long-lived access token of Home Assistant; other users must not be able to read it (default: none).",
      valueName: "file"))
  var tokenFile: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The intents file to write, or - for standard output (default: -).", valueName: "file"))
  var output: String?

  @Flag(help: "Replace the file of --output if it exists (default: an error, because it may have handlers that you added).")
  var force = false

  @Flag(help: "Report only the number of parts that were left out or changed.")
  var quiet = false

  @Argument(help: "The files to convert, or folders that contain them.", completion: .file())
  var files: [String] = []

  func validate() throws {
    try InputPath.requireNamed(files, "<files>")
    if (homeAssistant == nil) != (tokenFile == nil) {
      throw ValidationError("--home-assistant and --token-file are used together")
    }
    if files.isEmpty, homeAssistant == nil { throw ValidationError("Specify the files to convert, or --home-assistant") }
    // The conversation agent does not know the area of this computer.
    if area != nil, homeAssistant != nil { throw ValidationError("--area and --home-assistant exclude each other") }
    if let output { try OutputPath.requireFile(output, "--output") }
    try OutputPath.require(output, "--output", differsFrom: files)
  }

  func run() async throws {
    try OutputPath.requirePermission(output, "--output")
    var importer = AssistantImporter()
    importer.area = area
    importer.handler = handler
    importer.wakePhrases = wake.isEmpty ? [] : [wake]
    let result = try await result(by: importer)
    // The folders were named, so their contents are listed after the files were read.
    try OutputPath.require(output, "--output", differsFrom: result.sources)
    if let output { try OutputPath.requireNew(output, "--output", unless: force) }
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

  private func result(by importer: AssistantImporter) async throws -> AssistantImporter.Result {
    guard let homeAssistant, let tokenFile else { return try importer.result(of: files) }
    let server = try HomeAssistantServer(uri: homeAssistant, tokenFile: tokenFile)
    let home = try await HomeAssistantSocket(server).withSession { try await HomeAssistantHome($0) }
    return try importer.result(of: home, from: server.address, sentences: files)
  }
}

extension ImportedAssistant.Handler: ExpressibleByArgument {}
