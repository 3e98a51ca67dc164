import Foundation
import Testing
import VocativeTestSupport

@Suite("Help of the command line")
struct HelpTests {
  /// The part of the output of `--experimental-dump-help` that the tests use.
  private struct Tool: Decodable {
    let command: Command

    struct Command: Decodable {
      let commandName: String
      let abstract: String?
      let subcommands: [Command]?
      let arguments: [Argument]?

      var all: [Command] { [self] + (subcommands ?? []).flatMap(\.all) }
    }

    struct Argument: Decodable {
      let kind: String
      let valueName: String?
      let abstract: String?
      let defaultValue: String?
      let isOptional: Bool?
      let preferredName: Name?

      struct Name: Decodable {
        let name: String
      }
    }
  }

  private func commands() async throws -> [Tool.Command] {
    let dump = try await VocativeProgram().run("--experimental-dump-help").output
    return try JSONDecoder().decode(Tool.self, from: Data(dump.utf8)).command.all
  }

  @Test("The help groups the commands by purpose")
  func groups() async throws {
    let help = try await VocativeProgram().run("--help").output
    let groups = ["CONVERSATION", "AUTHORING", "RECOGNITION", "MEMORY", "DAEMON", "DIAGNOSIS"]
    let places = groups.map { help.range(of: "\($0) SUBCOMMANDS:")?.lowerBound }
    #expect(!places.contains(nil), "\(help)")
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted(), "\(help)")
  }

  @Test("Every command and option has a help text, and every option names its default")
  func defaults() async throws {
    for command in try await commands() where command.commandName != "help" {
      #expect(command.abstract?.isEmpty == false, "\(command.commandName)")
      for argument in command.arguments ?? [] where argument.kind == "option" {
        let name = argument.preferredName?.name ?? argument.valueName ?? ""
        #expect(argument.abstract?.isEmpty == false, "\(command.commandName) --\(name)")
        let namesDefault = argument.defaultValue != nil || argument.abstract?.contains("(default: ") == true
        #expect(namesDefault || argument.isOptional == false, "\(command.commandName) --\(name)")
        // A value without a description for people is printed as Swift code.
        #expect(argument.defaultValue?.contains("(") != true, "\(command.commandName) --\(name)")
      }
    }
  }

  @Test(
    "A command has no options that do nothing there",
    arguments: [
      ("timeline", ["model", "unlocked", "sample", "home-assistant-uri"]),
      ("tune", ["unlocked", "sample", "home-assistant-uri"]),
      ("doctor", ["unlocked", "sample", "home-assistant-uri"]), ("list", ["model", "unlocked", "sample", "home-assistant-uri"]),
      ("add", ["sample", "home-assistant-uri"]), ("edit", ["sample", "home-assistant-uri"]), ("enable", ["sample", "unlocked"]),
    ])
  func unrelatedOptions(command name: String, options: [String]) async throws {
    for command in try await commands() where command.commandName == name {
      let known = (command.arguments ?? []).compactMap(\.preferredName?.name)
      #expect(Set(known).isDisjoint(with: options), "\(name): \(known)")
    }
  }

  @Test("The help of a command that does not exist is an error with the name, and the status is 64")
  func unknownCommand() async throws {
    for names in [["nonsense"], ["shortcuts", "nonsense"], ["ask", "nonsense"]] {
      let outcome = try await VocativeProgram().run(["help"] + names)
      #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.error.contains("there is no command \"\(names.joined(separator: " "))\""), "\(outcome.error)")
    }
    for names in [[], ["help"], ["shortcuts", "add"], ["ask", "--help"]] {
      #expect(try await VocativeProgram().run(["help"] + names).status == 0, "\(names)")
    }
  }

  @Test(
    "A command that does not exist is an error with the nearest name, and the status is 64",
    arguments: [
      (["chek", "house.intents.yaml"], "there is no command \"chek\"; did you mean \"check\"?"),
      (["money", "goal", "ad", "Foo"], "there is no command \"money goal ad\"; did you mean \"add\"?"),
      (["frobnicate"], "there is no command \"frobnicate\"; \"vocative --help\" lists the commands"),
    ])
  func misspelledCommand(arguments: [String], reason: String) async throws {
    let outcome = try await VocativeProgram().run(arguments)
    #expect(outcome.status == 64 && outcome.error == "vocative: error: \(reason)\n", "\(outcome)")
  }

  @Test("The help, from which the packaged manual pages are made, does not contain folders of the user that runs it")
  func folders() async throws {
    let program = try VocativeProgram()
    let environment = ["HOME": program.folder.path]
    let dump = try await program.run("--experimental-dump-help", environment: environment).output
    #expect(dump.contains("pronunciations.dict") && !dump.contains(program.folder.path.replacing("/", with: "\\/")))
    #expect(!dump.contains(program.folder.path))
  }

  @Test("Completions exist for each shell", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) async throws {
    let outcome = try await VocativeProgram().run("--generate-completion-script", shell)
    #expect(outcome.status == 0, "\(outcome.error)")
    for command in ["replay", "shortcuts", "trigger"] { #expect(outcome.output.contains(command)) }
  }
}
