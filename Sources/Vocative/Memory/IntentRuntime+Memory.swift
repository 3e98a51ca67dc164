public import VocativeIntents
import VocativeMemory
import VocativeUnderstanding

extension IntentRuntime {
  /// Performs a request about what the assistants remember.
  ///
  /// - Throws: `MemoryRequestError` for assistants that are not served, `FreezingError` for a request that cannot be a step of a
  ///   shortcut, or `StoreError`.
  public func perform(_ request: MemoryRequest) async throws -> MemoryReport {
    let known = assistants.map(\.name)
    if let name = request.assistants.first(where: { !known.contains($0) }) {
      throw MemoryRequestError(
        description: "the assistant \"\(name)\" is not served; those that are: \(known.joined(separator: ", "))")
    }
    guard !request.assistants.isEmpty || request.isUnlocked else { return try await report(on: request.action) }
    let names = request.assistants.isEmpty ? known : request.assistants
    let memory = AssistantMemory(assistants: names, store: try memory.store)
    return try await limited(to: names, memory: memory, isUnlocked: request.isUnlocked).report(on: request.action)
  }

  /// Returns the pronunciations of each word of some texts; none without a recognition model.
  ///
  /// - Throws: `PocketSphinxError` if the dictionary cannot be read.
  public func pronunciations(of texts: [String]) throws -> [WordPronunciation] {
    guard let pronunciations else { return [] }
    return try texts.flatMap { try WordPronunciation.all(of: $0, by: pronunciations) }
  }

  private func report(on action: MemoryRequest.Action) async throws -> MemoryReport {
    var report = MemoryReport()
    switch action {
    case .shortcuts:
      report.shortcuts =
        try await shortcuts.all().map { MemoryReport.ShortcutEntry($0) }
        + (try await shortcuts.setAside()).map { MemoryReport.ShortcutEntry($0, isWaiting: true) }
    case .addShortcut(let phrase, let requests):
      var steps: [Shortcut] = []
      for request in requests { steps.append(try await freeze(request, after: steps)) }
      report.change = try await .init(shortcuts.add(phrase: phrase, steps: steps))
    case .editShortcut(let wanted, let phrase):
      report.change = try await .init(shortcuts.update(id: try await shortcuts.identifier(of: wanted), phrase: phrase))
    case .deleteShortcut(let wanted):
      report.change = try await .init(shortcuts.delete(try await shortcuts.identifier(of: wanted)))
    case .suggestions(let limit, let place):
      var suggestions: [MemoryReport.SuggestionEntry] = []
      for suggestion in try await memory.shortcutSuggestions(place: place, limit: limit) {
        suggestions.append(.init(suggestion, state: try await shortcuts.state(of: suggestion.shortcut)))
      }
      report.suggestions = suggestions
    case .timeline(let limit, let topic): report.timeline = try await memory.timeline.entries(limit: limit, topic: topic)
    case .clearTimeline: try await memory.timeline.removeAll()
    case .activities(let use, let words):
      report.activities = try await memory.activities.entries(eligibleFor: use, matching: words).map {
        MemoryReport.ActivityEntry($0)
      }
    case .continueActivity(let wanted): report.continued = try await continued(wanted)
    case .clearActivities: try await memory.activities.removeAll()
    }
    return report
  }

  private func continued(_ wanted: String) async throws -> MemoryReport.ContinuedActivity? {
    let all = try await memory.activities.all()
    let words = SpokenText.words(of: wanted)
    let found = all.first { $0.id == wanted } ?? all.first { Set(words).isSubset(of: SpokenText.words(of: $0.activity.title)) }
    guard let found, !words.isEmpty else { return nil }
    let response = await continueActivity(found.activity, of: found.assistant)
    return .init(
      title: found.activity.title, event: TurnEvent(time: 0, kind: .responded(response, of: ""), assistant: found.assistant))
  }
}

extension VoiceShortcutCenter {
  /// Returns the identifier of the shortcut with this phrase, or the text itself as an identifier.
  fileprivate func identifier(of wanted: String) async throws -> VoiceShortcut.ID {
    let words = SpokenText.words(of: wanted)
    return try await all().first { $0.id == wanted || SpokenText.words(of: $0.invocationPhrase) == words }?.id ?? wanted
  }
}
