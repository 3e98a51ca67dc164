import Foundation
import Logging
import Synchronization
import Testing
import VocativeIntents
import VocativeIntentsFile
import VocativeTestSupport

extension TemporaryFolder {
  /// Reads an intents file with one intent and this handler, which stands on its line 4.
  ///
  /// A handler without a time limit of its own does not time out, even on a busy machine.
  @discardableResult
  func load(
    handler: String, response: String? = nil, handlers: HandlerSettings = HandlerSettings()
  ) throws -> IntentsFileContents {
    let isImpatient = handler.contains("timeout") || !handler.hasSuffix("}")
    let text = """
      intents:
        Do:
          title: Doing things
          handler: \(isImpatient ? handler : handler.dropLast() + ", timeout: 300 }")
          phrases: ["do {thing}", "do {thing} with {tool}"]
          parameters: { thing: { list: things }, tool: { type: text } }
      \(response.map { "    response: \"\($0)\"" } ?? "")
      lists: { things: [one, two] }
      """
    return try IntentsFile.contents(path: write(text, to: "test.intents.yaml"), handlers: handlers)
  }

  /// Performs an intent with this handler, and returns the result and the log.
  ///
  /// - Parameter names: The names of the values by parameter, that of dialogs first.
  func perform(
    handler: String, slots: [String: String] = ["thing": "one"], isPrivate: Bool = false,
    handlers: HandlerSettings = HandlerSettings(), sentence: String? = nil, names: [String: [String]] = [:]
  ) async throws -> (result: HandlerResult, log: [String]) {
    let handler = try #require(try load(handler: handler, handlers: handlers).intents.first?.handler)
    let log = RecordedLog()
    var request = HandlerRequest(
      intent: "Do", title: "Doing things", slots: slots, isPrivate: isPrivate,
      context: .init(source: .voice, session: "s-1", assistant: "test"))
    (request.sentence, request.shown) = (sentence, names.compactMapValues(\.first))
    request.values = slots.map { SpokenValue(identifier: $0.value, display: $0.value, names: names[$0.key] ?? []) }
    let result = await handler.handle(request, logger: log.logger)
    return (result, log.messages)
  }
}
