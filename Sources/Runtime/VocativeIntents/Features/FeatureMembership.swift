/// The position of an intent among the features of an assistant.
struct FeatureMembership: Sendable {
  /// A feature around an intent.
  struct Level: Sendable {
    let name: String
    let constraints: [FeatureConstraint]
    let isHiddenWhenUnavailable: Bool
  }

  /// The values that constraints depend on.
  struct Surroundings: Sendable {
    let memory: any RuntimeMemory
    let clock: WallClock
    /// The permissions that the person gave for the request itself, which a runtime without a memory does not store.
    var permitted: Set<String> = []
  }

  /// The availability of an intent.
  enum Availability: Equatable, Sendable {
    case available
    /// The person must agree first.
    case asks(PermissionRequest)
    /// Not available for a reason.
    case unavailable(reason: String)
  }

  /// The features from the outermost to the innermost.
  var levels: [Level] = []

  var path: [String] { levels.map(\.name) }
  var isHiddenWhenUnavailable: Bool { levels.contains(where: \.isHiddenWhenUnavailable) }

  /// Whether the intent can be used, must be allowed first, or why it cannot be used.
  func availability(in surroundings: Surroundings) async -> Availability {
    // An answer is of no use while something else is missing, so the question comes last.
    var question: PermissionRequest?
    for depth in levels.indices {
      let path = levels[...depth].map(\.name)
      if await !Self.isSwitchedOn(path, in: surroundings.memory) {
        return .unavailable(reason: Self.switchedOffReason(path))
      }
      for constraint in levels[depth].constraints {
        if let reason = await constraint.status(in: surroundings).reason { return .unavailable(reason: reason) }
        if question == nil { question = await constraint.request(in: surroundings) }
      }
    }
    return question.map { .asks($0) } ?? .available
  }

  /// The name under which the owner's switch of a feature is stored.
  static func switchName(_ path: [String]) -> String { "feature.\(path.joined(separator: "."))" }

  /// Whether the owner has not turned a feature off.
  static func isSwitchedOn(_ path: [String], in memory: any RuntimeMemory) async -> Bool {
    // A feature stays usable if the settings cannot be read.
    (try? await memory.isOn(switchName(path))) ?? true
  }

  private static func switchedOffReason(_ path: [String]) -> String {
    "\(path.last.map(words) ?? "That") is turned off."
  }

  /// Returns a name of a feature as words: `Reading options` for `ReadingOptions`.
  private static func words(of name: String) -> String {
    name.reduce(into: "") { words, character in
      let isStart = character.isUppercase && words.last?.isLowercase == true
      words += (isStart ? " " : "") + (isStart ? character.lowercased() : String(character))
    }
  }
}
