import ArgumentParser
import BuiltInAssistants
import Foundation
import Logging
import Vocative
import VocativeControl

/// Options of commands for the data of an assistant, which a running daemon performs.
struct DataOptions: ParsableArguments {
  @OptionGroup var daemon: DaemonOptions

  @Flag(help: "Print one JSON object per line.")
  var json = false

  /// Keeps to the daemon if it runs now, else to the user's own data, for operations that belong together.
  mutating func settle() async throws {
    let path = daemon.socket.control.path
    if try await daemon.reply(to: .dataFolder) == nil { daemon.local = true } else { daemon.socket.socket = path }
  }

  /// Performs an operation with the running daemon, else with the user's own data, and returns its output as JSON.
  ///
  /// - Parameter isSilent: Whether an earlier request has said that the daemon is used.
  func perform(_ request: OperationRequest, isSilent: Bool = false) async throws -> Data {
    if let reply = try await daemon.reply(to: .operate(request), isSilent: isSilent) {
      return Data((reply.output ?? "").utf8)
    }
    let assistant = try await AssistantLoader.load(
      .named(request.assistant, among: .builtIn), logger: LibraryMessages.logger(level: .warning))
    return Data(try await request.perform(by: assistant).utf8)
  }

  /// Performs an operation, and decodes its output.
  func perform<Output: Decodable>(_ request: OperationRequest, as type: Output.Type) async throws -> Output {
    try JSONDecoder().decode(type, from: try await perform(request))
  }
}
