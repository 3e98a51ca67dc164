import Logging
import Synchronization
import VocativeUnderstanding

/// Finds the names and pronunciations of vocabularies that are not used, and logs them once.
///
/// The names themselves are private: they are logged by their number in the vocabulary.
final class VocabularyUse: Sendable {
  private struct Place: Hashable {
    let assistant: String
    let kind: VocabularyKind
  }

  private struct State {
    /// The identifiers of names without a value, by the list that uses the kind.
    var unused: [Place: [String: Set<String>]] = [:]
    var logged: Set<String> = []
  }

  private let state = Mutex(State())

  /// Notes that a list uses a kind of names, of which some name none of its values.
  func add(_ kind: VocabularyKind, of assistant: String, in list: String, withoutValues unused: Set<String>) {
    state.withLock { $0.unused[Place(assistant: assistant, kind: kind), default: [:]][list] = unused }
  }

  /// Logs the names that no parameter used since the last report.
  func report(in runtime: IntentRuntime) async throws {
    let unused = state.withLock { state in
      defer { state.unused = [:] }
      return state.unused
    }
    let news = try await lines(for: unused, in: runtime)
    let new = state.withLock { state in news.filter { state.logged.insert($0).inserted } }
    for line in new { runtime.logger.warning("\(line)") }
  }

  private func lines(for unused: [Place: [String: Set<String>]], in runtime: IntentRuntime) async throws -> [String] {
    var lines: [String] = []
    for assistant in runtime.assistants.map(\.name) {
      let names = try await runtime.memory(of: assistant).ownNames()
      for (kind, strings) in names.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where !strings.isEmpty {
        let place = "the \(kind.rawValue) vocabulary of the assistant \"\(assistant)\""
        guard runtime.hasParameter(with: kind, of: assistant) else {
          lines.append("\(place) is not used: no parameter has values of this kind")
          continue
        }
        if let pronunciations = runtime.pronunciations {
          let odd = strings.enumerated().filter { $0.element.pronunciationHint.map { !pronunciations.hasPhones($0) } ?? false }
            .map { String($0.offset + 1) }
          if !odd.isEmpty {
            lines.append(
              "the pronunciation of \(SpokenList.of(odd)) of \(place) is not used: the model does not have its phones")
          }
        }
        // One list may have what another one lacks. The lists of a feature that is off are not known.
        guard let lists = unused[Place(assistant: assistant, kind: kind)]?.values, let first = lists.first else { continue }
        let lacking = lists.dropFirst().reduce(first) { $0.intersection($1) }
        let numbers = strings.enumerated().filter { lacking.contains($0.element.vocabularyIdentifier) }.map {
          String($0.offset + 1)
        }
        guard !numbers.isEmpty else { continue }
        lines.append(
          "\(SpokenList.of(numbers)) of \(place) \(numbers.count == 1 ? "is" : "are") not used: nothing has "
            + (numbers.count == 1 ? "its identifier" : "their identifiers"))
      }
    }
    return lines
  }
}

extension IntentRuntime {
  fileprivate func hasParameter(with kind: VocabularyKind, of name: String) -> Bool {
    assistant.intents.contains { intent in
      intent.assistant == name && intent.parameters.contains { $0.vocabularyKind == kind }
    }
  }
}
