import Curl
import Foundation
import JSONValues
import VocativeIntents
import VocativeUnderstanding

/// Performs an intent through Home Assistant's REST API: its conversation agent, or one of its services.
package struct HomeAssistantHandler: Equatable, Sendable {
  /// The action in Home Assistant.
  enum Action: Equatable, Sendable {
    /// Hands a sentence to the conversation agent, and says its answer; nil for the sentence as it was said.
    case sentence(HandlerTemplate?)
    /// Calls a service.
    case service(domain: String, name: String, fields: [String: TemplateValue])
  }

  /// The server; nil if none is set.
  let server: HomeAssistantServer?
  let action: Action
  let timeLimit: Duration

  /// The time limit without one of the file: a person who switches a light does not wait longer.
  static let defaultTimeLimit = Duration.seconds(5)

  func perform(_ request: HandlerRequest) async -> HandlerEnding {
    guard let server else {
      return .refused(
        "Home Assistant isn't set up yet.",
        fault: "Home Assistant is not set; set \"home-assistant-uri\" and \"home-assistant-token-file\"")
    }
    let ending = await withTimeLimit(timeLimit, clock: ContinuousClock()) { () -> HandlerEnding in
      do throws(HomeAssistantFailure) {
        let connection = try HomeAssistantConnection(server)
        switch action {
        case .sentence(let template): return try await converse(template, request, connection)
        case .service(let domain, let name, let fields):
          return try await call("\(domain)/\(name)", filled(fields, for: request), request, connection)
        }
      } catch {
        return .refused(error.dialog, fault: error.fault)
      }
    }
    if let ending { return ending }
    return Task.isCancelled
      ? .broken(fault: "the request was cancelled")
      : .refused("Home Assistant took too long.", fault: "Home Assistant did not respond within \(timeLimit)")
  }

  // MARK: Conversation

  private func converse(
    _ template: HandlerTemplate?, _ request: HandlerRequest, _ connection: HomeAssistantConnection
  ) async throws(HomeAssistantFailure) -> HandlerEnding {
    let sentence = template?.filled(with: request.slots.merging(request.shown) { _, shown in shown }) ?? spoken(request)
    guard !sentence.isEmpty else {
      return .broken(fault: "there is no sentence, as in a shortcut; use { home-assistant: { sentence: … } }")
    }
    let answer = try await connection.post(
      "/api/conversation/process", .object(["text": .string(sentence), "language": .string("en")]))
    guard case .object(let response)? = answer["response"] else {
      throw HomeAssistantFailure(
        dialog: "Home Assistant has a problem.", fault: "the answer of Home Assistant's conversation agent has no \"response\"")
    }
    let speech = JSONValue.object(response)["speech"]?["plain"]?["speech"]?.text ?? ""
    guard response["response_type"] == .string("error") else { return .said(speech) }
    // The sentence and its answer are private.
    let code = JSONValue.object(response)["data"]?["code"]?.text ?? "unknown"
    return .refused(
      speech.isEmpty ? "Home Assistant can't do that." : speech, fault: "Home Assistant's conversation agent answered \(code)")
  }

  /// Returns the spoken sentence with its numbers in digits and its names as they are written; empty if there is none.
  ///
  /// Home Assistant compares names by their characters: it does not know "lamp two" if the lamp is called "Lamp 2".
  private func spoken(_ request: HandlerRequest) -> String {
    var words = request.sentence?.split(separator: " ").map(String.init) ?? []
    let parts = request.values.flatMap(written)
    // The words of a longer part may contain those of a shorter one, as "twenty one" contains "one".
    for part in parts.sorted(by: { ($1.words.count, $0.text) < ($0.words.count, $1.text) }) {
      guard !part.words.isEmpty, let place = words.firstRange(of: part.words) else { continue }
      words.replaceSubrange(place, with: [part.text])
    }
    return words.joined(separator: " ")
  }

  /// Returns the text in which a value is sent, for each of the words by which it may have been said.
  private func written(_ value: SpokenValue) -> [(words: [String], text: String)] {
    let (identifier, name) = (value.identifier, value.dialogName)
    let isNumber = HandlerTemplate.isNumber(identifier)
    if isNumber, let number = Int(identifier) {
      let full = SpokenNumber.words(number)
      let forms = full.count > 1 && full[0] == "one" ? [full, ["a"] + full.dropFirst(), Array(full.dropFirst())] : [full]
      return forms.map { ($0, identifier) }
    }
    // Fractions are sent as they were said. A value that is named only by an identifier such as "media_player" has no words.
    guard !isNumber, name != identifier || !name.contains("_") else { return [] }
    return value.names.map { (SpokenText.words(of: $0), name) }
  }

  // MARK: Services

  private func filled(_ fields: [String: TemplateValue], for request: HandlerRequest) -> [String: JSONValue] {
    fields.compactMapValues { $0.filled(with: request.slots) }
  }

  private func call(
    _ service: String, _ fields: [String: JSONValue], _ request: HandlerRequest, _ connection: HomeAssistantConnection
  ) async throws(HomeAssistantFailure) -> HandlerEnding {
    let changed = try await connection.post("/api/services/\(service)", .object(fields))
    // An entity that does not exist is not an error for Home Assistant, and one that is already in its state does not change.
    let known = Set(changed.items.compactMap { $0["entity_id"]?.text })
    for entity in Self.entities(fields["entity_id"]).prefix(Self.maxChecks) where !known.contains(entity) {
      let place = request.isPrivate ? "an entity" : entity
      guard let state = try await connection.state(of: entity) else {
        return .refused("Home Assistant doesn't know that device.", fault: "\(place) does not exist in Home Assistant")
      }
      if state == "unavailable" {
        return .refused("That device isn't available right now.", fault: "\(place) is unavailable in Home Assistant")
      }
    }
    return HandlerEnding(.success)
  }

  /// The maximum number of entities whose existence is checked after a call.
  private static let maxChecks = 10

  /// Returns the identifiers of entities, which may be a list or a text with commas.
  private static func entities(_ value: JSONValue?) -> [String] {
    let texts = value.map { $0.items.isEmpty ? [$0.text].compactMap(\.self) : $0.items.compactMap(\.text) } ?? []
    return texts.flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !["all", "none", ""].contains($0) }
  }
}

extension HandlerEnding {
  /// A request that Home Assistant did not perform, with a sentence that says so.
  fileprivate static func refused(_ dialog: String, fault: String) -> HandlerEnding {
    HandlerEnding(.broken(dialog: dialog), fault: fault)
  }

  /// A performed request with its answer in words.
  fileprivate static func said(_ dialog: String) -> HandlerEnding {
    HandlerEnding(.success, answer: (try? JSONEncoder().encode(["dialog": dialog])).map(Array.init) ?? [])
  }
}
