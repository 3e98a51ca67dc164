import ArgumentParser
import Foundation
import ProgramOutput
import Vocative

/// `vocative messages …`: gives received messages to the assistant Messages.
struct MessagesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "messages", abstract: "Give received messages to the assistant Messages.", subcommands: [Receive.self])

  struct Receive: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Receive messages from standard input.",
      discussion: """
        Each line is a JSON object: {"from": "hannah@example.org", "text": "On my way."}. "from" is an address, a name or the identifier \
        of a contact. Optional: "id", with which a message is received once; "name" for a sender who is not a contact; "group"; \
        "date" by ISO 8601; "attachments", each with "name", "type", "address" and "title".

        If the daemon runs, it receives the messages. Exit status: 65 if a line is not a message; the lines before it are received.
        """)
    @OptionGroup var options: DataOptions

    /// The maximum length of a line in bytes, which a request to the daemon can have.
    private static let maxLine = 12 << 10

    func run() async throws {
      var number = 0
      while let line = Swift.readLine() {
        number += 1
        guard !line.allSatisfy(\.isWhitespace) else { continue }
        do {
          guard line.utf8.count <= Self.maxLine else {
            throw AssistantOperationError(.invalid, "the message is longer than \(Self.maxLine >> 10) KiB; shorten it")
          }
          let output = try await options.perform(OperationRequest("messages.receive", of: "messages", input: line))
          let result = try JSONDecoder().decode([String: String].self, from: output)["result"] ?? "received"
          StandardOutput.line(options.json ? String(decoding: output, as: UTF8.self) : result)
        } catch {
          StandardError.write("vocative: error: line \(number): \(ErrorMessage.text(for: error))\n")
          throw ExitStatus(for: error)
        }
      }
    }
  }
}
