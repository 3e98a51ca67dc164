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
    return try await limited(to: names, memory: memory.state(of: names), isUnlocked: request.isUnlocked).report(
      on: request.action)
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
      var working: [MemoryReport.ShortcutEntry] = []
      for shortcut in try await shortcuts.all() { working.append(.init(try await shortcuts.titled(shortcut))) }
      report.shortcuts =
        working
        + (try await shortcuts.unsupported()).map { MemoryReport.ShortcutEntry($0, isUnsupported: true) }
        + (try await shortcuts.setAside()).map { MemoryReport.ShortcutEntry($0, isWaiting: true) }
    case .addShortcut(let phrase, let requests):
      report.change = try await .init(shortcuts.add(phrase: phrase, steps: try await steps(of: requests)))
    case .editShortcut(let wanted, let phrase, let requests):
      let id = try await shortcuts.identifier(of: wanted)
      let steps = requests.isEmpty ? nil : try await steps(of: requests)
      report.change = try await .init(shortcuts.update(id: id, phrase: phrase, steps: steps))
    case .deleteShortcut(let wanted):
      report.change = try await .init(shortcuts.delete(try await shortcuts.identifier(of: wanted)))
    case .suggestions(let limit, let place):
      var suggestions: [MemoryReport.SuggestionEntry] = []
      for suggestion in try await memory.shortcutSuggestions(place: place ?? room, limit: limit) {
        suggestions.append(.init(suggestion, state: try await shortcuts.state(of: suggestion.shortcut)))
      }
      report.suggestions = suggestions
    case .donations(let limit, let group):
      let memory = try memory
      var donations: [MemoryReport.DonationEntry] = []
      for donation in try await memory.donations.all(limit: limit, group: group) {
        donations.append(.init(donation, title: await memory.titled(donation.shortcut).title))
      }
      report.donations = donations
    case .deleteDonations(.donation(let id)): report.deletedDonations = try await memory.donations.delete(id)
    case .deleteDonations(.group(let group)): report.deletedDonations = try await memory.donations.delete(group: group)
    case .deleteDonations(.all): report.deletedDonations = try await memory.donations.deleteAll()
    case .timeline(let limit, let topic): report.timeline = try await memory.timeline.entries(limit: limit, topic: topic)
    case .clearTimeline: try await memory.timeline.removeAll()
    case .activities(let use, let words):
      report.activities = try await memory.activities.entries(eligibleFor: use, matching: words).map {
        MemoryReport.ActivityEntry($0)
      }
    case .continueActivity(let wanted): report.continued = try await continued(wanted)
    case .continueReceived(let received): report.continued = try await continued(received)
    case .features: report.features = await features().map { MemoryReport.FeatureEntry($0) }
    case .setFeature(let name, let isOn):
      do {
        try await set(isOn, forFeature: name)
      } catch let error as UnknownFeatureError {
        throw MemoryRequestError(description: error.description)
      }
      report.features = await features().map { MemoryReport.FeatureEntry($0) }
    case .clearActivities: try await memory.activities.removeAll()
    }
    return report
  }

  /// Returns the steps of a shortcut for typed requests.
  private func steps(of requests: [String]) async throws -> [Shortcut] {
    var steps: [Shortcut] = []
    for request in requests { steps.append(try await freeze(request, after: steps)) }
    return steps
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

extension IntentRuntime {
  /// Continues an activity of another device, which may have other assistants.
  fileprivate func continued(_ received: MemoryRequest.ReceivedActivity) async throws -> MemoryReport.ContinuedActivity {
    let owners = assistants.filter { received.assistant.map([$0.name].contains) ?? true }
    guard let owner = owners.first(where: { $0.activities[received.type] != nil }),
      let type = owner.activities[received.type]?.type
    else {
      throw MemoryRequestError(description: "no assistant here continues activities of the type \"\(received.type.prefix(100))\"")
    }
    guard type.eligibility.contains(.handOff) else {
      throw MemoryRequestError(
        description: "activities of the type \"\(type.identifier)\" are not for other devices; its assistant allows: "
          + (type.eligibility.isEmpty ? "nothing" : type.eligibility.map(\.rawValue).sorted().joined(separator: ", ")))
    }
    let response = await continueActivity(Activity(type, title: received.title, state: received.state), of: owner.name)
    return .init(
      title: received.title, event: TurnEvent(time: 0, kind: .responded(response, of: ""), assistant: owner.name))
  }
}

extension VoiceShortcutCenter {
  /// Returns the identifier of the shortcut with this phrase, or the text itself as an identifier.
  fileprivate func identifier(of wanted: String) async throws -> VoiceShortcut.ID {
    let words = SpokenText.words(of: wanted)
    let known = try await all() + unsupported()
    return known.first { $0.id == wanted || SpokenText.words(of: $0.invocationPhrase) == words }?.id ?? wanted
  }
}
