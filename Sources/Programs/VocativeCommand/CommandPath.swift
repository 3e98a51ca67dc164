import ArgumentParser
import VocativeService

/// The commands that arguments name, for mistakes that the argument parser reports in a misleading way, or not at all.
struct CommandPath {
  /// The names of the program and of the commands.
  private var names: [String]
  /// The last command.
  private var command: any ParsableCommand.Type
  /// The arguments behind the names.
  private var rest: ArraySlice<String>

  /// Follows the names at the beginning of arguments.
  init(of arguments: ArraySlice<String>, in root: any ParsableCommand.Type) {
    (names, command, rest) = ([root._commandName], root, arguments)
    while let name = rest.first, let next = command.configuration.subcommands.first(where: { $0._commandName == name }) {
      names.append(name)
      (command, rest) = (next, rest.dropFirst())
    }
  }

  /// The names of the commands that can follow.
  private var known: [String] { command.configuration.subcommands.map { $0._commandName } }

  /// The arguments that can be options.
  private var options: ArraySlice<String> { rest.prefix { $0 != "--" } }

  /// Explains that the next argument is not a command, although only a command can follow; nil if that is not so.
  var unknownCommand: String? {
    guard let name = rest.first, !name.hasPrefix("-"), !known.isEmpty, command.configuration.defaultSubcommand == nil else {
      return nil
    }
    return unknown
  }

  /// Explains that not all arguments are names of commands; nil if they are.
  var unknownTopic: String? { rest.isEmpty ? nil : unknown }

  private var unknown: String {
    let name = (names.dropFirst() + rest.prefix(1)).joined(separator: " ")
    let remedy =
      NearestName.of(rest.first ?? "", among: known).map { "did you mean \"\($0)\"?" } ?? "\"vocative --help\" lists the commands"
    return "there is no command \"\(name)\"; \(remedy)"
  }

  /// Explains that options precede the name of a command, which then is an argument of the default command; nil if none does.
  ///
  /// - Parameter isArgument: Returns whether the default command has the name as an argument, rather than as the value of an option.
  func misplacedCommand(where isArgument: (String) -> Bool) -> String? {
    guard let option = rest.first, option.hasPrefix("-"), command.configuration.defaultSubcommand != nil,
      let name = options.first(where: { known.contains($0) && isArgument($0) })
    else { return nil }
    return "write the options after the subcommand, as in: \(names.joined(separator: " ")) \(name) … \(option)"
  }

  /// Explains an error of the argument parser better than its message does; nil if the message is fine.
  func explanation(of message: String) -> String? {
    let isExtra = message.contains("nexpected argument")
    return misplacedCommand { isExtra && message.contains("'\($0)'") } ?? negativeNumber(in: message)
  }

  /// Explains that the argument parser takes a negative number for an option; nil without one.
  private func negativeNumber(in message: String) -> String? {
    let arguments = Array(options)
    guard let index = arguments.firstIndex(where: { $0.prefixMatch(of: #/-\.?\d/#) != nil }) else { return nil }
    let (number, option) = (arguments[index], index > 0 ? arguments[index - 1] : "")
    let isValue = message.contains("'\(option) <")
    let remedy = isValue ? "write the value as \(option)=\(number)" : "write a value after \"--\", as in: -- \(number)"
    return "\"\(number)\" is taken for an option; \(remedy)"
  }
}
