import ArgumentParser
import Foundation
import IntentsGenerator
import ProgramOutput

/// Generates typed Swift from an intents file.
@main
struct IntentsGeneratorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate-intents", abstract: "Generates typed Swift from an intents file.")

  @Option(help: "The intents file.") var file: String
  @Option(help: "The Swift file to write; the default is standard output.") var output: String?

  private static let streams = ProgramStreams(program: "generate-intents")

  static func main() {
    StandardStream.prepare()
    do {
      try parse().run()
    } catch {
      streams.end(fullMessage(for: error), status: exitCode(for: error).rawValue)
    }
  }

  func run() throws {
    do {
      let source = try IntentsGenerator(path: file).source()
      guard let output else { return Self.streams.print(source) }
      let file = OutputFile(output)
      try file.check(notAmong: [self.file])
      try file.write(Data(source.utf8))
    } catch let error as OutputFileError {
      Self.streams.printError("\(error)\n")
      // EX_USAGE and EX_IOERR of sysexits.h.
      throw ExitCode(error.code == .isInput ? 64 : ProgramStreams.outputStatus)
    } catch {
      Self.streams.printError("\(error)\n")
      // EX_DATAERR of sysexits.h.
      throw ExitCode(65)
    }
  }
}
