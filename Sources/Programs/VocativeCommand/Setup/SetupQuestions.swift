import ArgumentParser
import Foundation
import Vocative

/// Questions on the terminal, with answers from the terminal or a pipe.
struct SetupQuestions: Sendable {
  /// Whether every question takes its default.
  let takesDefaults: Bool

  /// Asks for a text; an empty answer takes the default.
  ///
  /// - Throws: `SetupEnd` if there are no more answers.
  func text(_ question: String, default value: String) async throws -> String {
    StandardOutput.write("\(question) [\(value)]: ")
    guard !takesDefaults else {
      StandardOutput.line("")
      return value
    }
    guard let line = await StandardInput.line() else { throw SetupEnd() }
    // A terminal shows the line end that was typed.
    if isatty(STDIN_FILENO) == 0 { StandardOutput.line("") }
    let answer = line.trimmingCharacters(in: .whitespacesAndNewlines)
    return answer.isEmpty ? value : answer
  }

  /// Asks a question that is answered by yes or no.
  ///
  /// - Throws: `SetupEnd` if there are no more answers.
  func isYes(_ question: String, default value: Bool) async throws -> Bool {
    while true {
      switch try await text(question + " (yes or no)", default: value ? "yes" : "no").lowercased() {
      case "y", "yes": return true
      case "n", "no": return false
      default: StandardOutput.line("Type yes or no.")
      }
    }
  }

  /// Asks for one of several choices, by its number or its name; another name is taken as it is.
  ///
  /// - Throws: `SetupEnd` if there are no more answers.
  func choice(_ question: String, among choices: [(name: String, summary: String)], default value: String) async throws -> String
  {
    for (index, choice) in choices.enumerated() {
      StandardOutput.line("  \(index + 1)  \(choice.name)\(choice.summary.isEmpty ? "" : "  (\(choice.summary))")")
    }
    let answer = try await text(question, default: value)
    guard let number = Int(answer), choices.indices.contains(number - 1) else { return answer }
    return choices[number - 1].name
  }

  /// Waits until the person is ready.
  ///
  /// - Throws: `SetupEnd` if there are no more answers.
  func wait(_ text: String) async throws {
    StandardOutput.line(text)
    guard !takesDefaults else { return }
    guard await StandardInput.line() != nil else { throw SetupEnd() }
  }
}

/// The end of the answers before the last question; nothing is written.
struct SetupEnd: Error, CustomStringConvertible, ExitStatusProviding {
  var description: String { "the answers ended before the last question, and nothing was written; --yes takes the defaults" }
  var exitStatus: ExitStatus { .usage }
}
