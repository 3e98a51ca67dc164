import ArgumentParser
import Foundation
import ProgramOutput
import Vocative
import VocativeControl

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

        If the daemon runs at the first line, it receives all messages. Exit status: 65 if a line is not a message, which does not \
        affect the other lines; 69 if the daemon ends meanwhile, and the lines before that are received.
        """)
    @OptionGroup var options: DataOptions

    mutating func run() async throws {
      var (number, isSettled, isRefused) = (0, false, false)
      while let line = await StandardInput.line() {
        number += 1
        guard !line.allSatisfy(\.isWhitespace) else { continue }
        do {
          let request = OperationRequest("messages.receive", of: "messages", input: line)
          try Self.checkLength(of: request)
          // A daemon that ends meanwhile must not leave the other messages in other folders.
          if !isSettled { try await options.settle() }
          isSettled = true
          let output = try await options.perform(request, isSilent: true)
          let result = try JSONDecoder().decode([String: String].self, from: output)["result"] ?? "received"
          StandardOutput.line(options.json ? String(decoding: output, as: UTF8.self) : result)
        } catch {
          StandardError.write("vocative: error: line \(number): \(ErrorMessage.text(for: error))\n")
          let status = ExitStatus(for: error)
          guard status == .data else { throw status }
          isRefused = true
        }
      }
      if isRefused { throw ExitStatus.data }
    }

    /// Refuses a message that the daemon could not receive, also without a daemon.
    private static func checkLength(of request: OperationRequest) throws {
      let (length, limit) = (try ControlRequest.operate(request).line.count, ControlServer.Limits().lineBytes)
      guard length <= limit else {
        throw AssistantOperationError(
          .invalid, "the message needs \(length) bytes in a request to the daemon, and the limit is \(limit); shorten it")
      }
    }
  }
}
