import Foundation
import Vocative

/// Handles the page's forms for voice shortcuts.
struct PageShortcuts: Sendable {
  /// The result of a form.
  enum Outcome: Equatable, Sendable {
    /// Success, with a word for the redirect URL that selects the message.
    case done(String)
    /// Failure, with the reason and the remedy.
    case failed(String)
  }

  let runtime: @Sendable () async -> IntentRuntime

  /// The messages of successful forms, by the word in the URL.
  static let messages = [
    "added": "Shortcut added.", "updated": "Shortcut changed.", "deleted": "Shortcut deleted.",
  ]

  /// Adds a phrase for a suggestion, or for typed requests, one per line.
  func add(_ form: [String: String]) async throws -> Outcome {
    let runtime = await runtime()
    let steps: [Shortcut]
    var unlock: IntentRuntime.RequestUnlock?
    if let passphrase = form["passphrase"], !passphrase.isEmpty {
      do throws(PassphraseRefusal) {
        unlock = try runtime.unlockRequest(with: passphrase)
      } catch {
        return .failed(error.dialog)
      }
    }
    if let intent = form["intent"] {
      let values = Self.values(of: form["values"] ?? "")
      let assistant = form["assistant"].flatMap { $0.isEmpty ? nil : $0 }
      let wanted = Shortcut(intent: intent, values: values ?? [:], title: "").of(assistant)
      let suggested = try await runtime.memory.suggestion(of: wanted, place: runtime.room)
      guard let suggested else { return .failed("This suggestion is out of date. Reload the page.") }
      steps = [suggested.shortcut]
    } else {
      let requests = Self.requests(in: form)
      guard !requests.isEmpty else { return .failed("Write what the phrase stands for, as you would say it.") }
      do {
        steps = try await Self.steps(of: requests, in: runtime, unlock: unlock)
      } catch let error as FreezingError {
        return .failed("\(error)")
      }
    }
    return Self.outcome(of: try await runtime.shortcuts.add(phrase: form["phrase"] ?? "", steps: steps))
  }

  private static func requests(in form: [String: String]) -> [Substring] {
    (form["requests"] ?? "").split(whereSeparator: \.isNewline).filter {
      $0.contains { !$0.isWhitespace }
    }
  }

  private static func steps(
    of requests: [Substring], in runtime: IntentRuntime, unlock: IntentRuntime.RequestUnlock? = nil
  ) async throws -> [Shortcut] {
    var steps: [Shortcut] = []
    for request in requests.prefix(VoiceShortcutCenter.maxSteps + 1) {
      steps.append(try await runtime.freeze(String(request), after: steps, unlock: unlock))
    }
    return steps
  }

  /// Changes a phrase, and its steps if there are new ones.
  ///
  /// - Throws: `StoreError`.
  func update(_ id: VoiceShortcut.ID, _ form: [String: String]) async throws -> Outcome {
    let runtime = await runtime()
    if let shortcut = try await runtime.shortcuts.shortcut(id: id), runtime.isPrivate(shortcut) {
      return .failed("This shortcut is private. Delete it and add another, or use \"vocative shortcuts edit\" on the box.")
    }
    let requests = Self.requests(in: form)
    do {
      let steps = requests.isEmpty ? nil : try await Self.steps(of: requests, in: runtime)
      return Self.outcome(of: try await runtime.shortcuts.update(id: id, phrase: form["phrase"] ?? "", steps: steps))
    } catch let error as FreezingError {
      return .failed("\(error)")
    }
  }

  /// Deletes a shortcut.
  ///
  /// - Throws: `MissingMemoryError`.
  func delete(_ id: VoiceShortcut.ID) async throws -> Outcome { Self.outcome(of: try await runtime().shortcuts.delete(id)) }

  private static func outcome(of change: VoiceShortcutChange) -> Outcome {
    switch change {
    case .added: .done("added")
    case .updated: .done("updated")
    case .deleted: .done("deleted")
    case .failed(let reason): .failed(reason)
    case .cancelled: .failed("No changes were made.")
    }
  }

  /// Encodes values for a hidden field of a form.
  static func text(of values: [String: String]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(values)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  private static func values(of text: String) -> [String: String]? {
    try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))
  }
}
