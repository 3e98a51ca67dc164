/// A feature of an assistant, with its availability.
public struct FeatureReport: Equatable, Sendable {
  /// The name of the assistant.
  public let assistant: String
  /// The path of the feature, as in `Reading` or `Money.Goals`.
  public let name: String
  /// The names of its constraints.
  public let constraints: [String]
  /// Why it is not used now; nil if it is available.
  public let reason: String?
  /// Whether it is available, or asks before its first use.
  public var isAvailable: Bool { reason == nil }
}

/// The error for a feature that does not exist.
public struct UnknownFeatureError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The cause and the remedy.
  public let description: String

  /// Creates an error with a cause and a remedy.
  public init(description: String) { self.description = description }
}

extension IntentRuntime {
  /// Returns all features of the assistants and of the program with their availability, in the order of their declaration.
  public func features() async -> [FeatureReport] {
    var reports: [FeatureReport] = []
    for feature in declaredFeatures {
      let availability = await FeatureMembership(levels: feature.levels).availability(
        in: surroundings(of: feature.assistant))
      let reason: String? =
        switch availability {
        case .available, .asks: nil
        case .unavailable(let reason): reason
        }
      reports.append(
        FeatureReport(
          assistant: feature.assistant, name: feature.path.joined(separator: "."),
          constraints: feature.levels.last?.constraints.map(\.name) ?? [], reason: reason))
    }
    return reports
  }

  /// Turns a feature on or off, as its owner; a feature with a user setting has that setting changed.
  ///
  /// Turning it on also agrees to the permissions that it asks for.
  ///
  /// - Parameter name: The path, with or without the name of the assistant; case is ignored.
  /// - Throws: `UnknownFeatureError`, or the error of the memory.
  public func set(_ isOn: Bool, forFeature name: String) async throws {
    let features = declaredFeatures
    let named = features.filter { feature in
      let path = feature.path.joined(separator: ".")
      return [path, "\(feature.assistant).\(path)"].contains {
        $0.lowercased() == name.lowercased()
      }
    }
    guard let feature = named.first, named.count == 1 else {
      let known = features.map { "\($0.assistant).\($0.path.joined(separator: "."))" }.joined(
        separator: ", ")
      throw UnknownFeatureError(
        description: "\"\(ShortText.clipped(ShortText.line(name), to: 100))\" "
          + (named.isEmpty ? "is not a feature" : "is a feature of several assistants")
          + "; the features are: \(known)")
    }
    let memory = memory(of: feature.assistant)
    let constraints = feature.levels.last?.constraints ?? []
    let toggles = constraints.compactMap(\.toggle)
    for toggle in toggles { try await memory.set(isOn, for: toggle) }
    if isOn {
      for request in constraints.compactMap(\.request) {
        try await memory.set(true, for: request.identifier)
      }
    }
    guard toggles.isEmpty || isOn else { return }
    try await memory.set(isOn, for: FeatureMembership.switchName(feature.path))
  }

  /// Returns what the constraints of an assistant's features depend on.
  ///
  /// - Parameter permitted: The permissions that a person gave for the request itself.
  func surroundings(of assistant: String, permitted: Set<String> = []) -> FeatureMembership.Surroundings {
    .init(memory: memory(of: assistant), clock: dependencies(of: assistant).clock, permitted: permitted)
  }

  private struct DeclaredFeature {
    let assistant: String
    let levels: [FeatureMembership.Level]
    var path: [String] { levels.map(\.name) }
  }

  private var declaredFeatures: [DeclaredFeature] {
    var features: [DeclaredFeature] = []
    for intent in assistant.intents {
      for depth in intent.membership.levels.indices {
        let feature = DeclaredFeature(
          assistant: intent.assistant, levels: Array(intent.membership.levels[...depth]))
        if !features.contains(where: {
          $0.assistant == feature.assistant && $0.path == feature.path
        }) {
          features.append(feature)
        }
      }
    }
    return features
  }
}
