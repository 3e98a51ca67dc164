import ArgumentParser
import Foundation
import IntentsGenerator

/// Writes typed Swift for an intents file.
@main
struct IntentsGeneratorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate-intents", abstract: "Writes typed Swift for an intents file.")

  @Option(help: "The intents file.") var file: String
  @Option(help: "Where to write the Swift source; standard output when left out.") var output: String?

  func run() throws {
    do {
      let source = try IntentsGenerator(path: file).source()
      guard let output else { return print(source, terminator: "") }
      try Data(source.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      // EX_DATAERR of sysexits.h.
      throw ExitCode(65)
    }
  }
}
