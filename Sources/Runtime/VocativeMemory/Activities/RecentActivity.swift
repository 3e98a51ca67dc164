public import VocativeIntents

/// An activity that can be continued by voice, and from a shortcut.
///
/// Its identifier contains the whole activity, so that a shortcut still leads there when the history has forgotten it.
public struct RecentActivity: Entity, Equatable {
  private struct Form: Codable {
    let assistant: String
    let type: String
    let title: String
    let state: [String: String]
  }

  /// The maximum number of activities that can be named, the latest first.
  static let maxNamed = 20

  /// The assistant and the activity, as JSON.
  public let id: String
  /// The name of the assistant that continues it.
  public let assistant: String
  /// The activity.
  public private(set) var activity: Activity

  /// Creates an activity of an assistant; nil if it has a value that cannot be stored.
  public init?(_ activity: Activity, of assistant: String) {
    let form = Form(assistant: assistant, type: activity.type.identifier, title: activity.title, state: activity.state)
    guard let id = try? StoredText.json(form) else { return nil }
    (self.id, self.assistant, self.activity) = (id, assistant, activity)
  }

  /// Creates the activity with an identifier; nil if it is not one.
  init?(id: String) {
    guard let form = StoredText.value(Form.self, fromJSON: id) else { return nil }
    self.id = id
    assistant = form.assistant
    activity = Activity(ActivityType(form.type), title: form.title, state: form.state)
  }

  /// The identifier without the title, which may change.
  var subject: String? { RecentActivity(Activity(activity.type, title: "", state: activity.state), of: assistant)?.id }

  /// Returns the activity with its present title, and with the identifier by which shortcuts know it.
  fileprivate func titled(by history: ActivityHistory) async -> RecentActivity {
    var recent = self
    recent.activity = await history.titled(activity, assistant)
    return recent
  }

  /// Finds activities that are eligible for search.
  public static let defaultQuery = RecentActivityQuery()
  /// The title of the activity.
  public var displayName: String { activity.title }
  /// The title and its shorter endings.
  public var spokenNames: [String] { SpokenNames.of(activity.title) }

  /// Finds activities that are eligible for search.
  public struct RecentActivityQuery: EntityQuery {
    @Dependency private var memory: AssistantMemory

    /// Returns the activities with these identifiers.
    public func entities(for identifiers: [RecentActivity.ID]) async throws -> [RecentActivity] {
      var activities: [RecentActivity] = []
      for activity in identifiers.compactMap({ RecentActivity(id: $0) }) {
        activities.append(await activity.titled(by: memory.activities))
      }
      return activities
    }

    /// Returns the latest activities that are eligible for search.
    public func allEntities() async throws -> [RecentActivity] {
      try await memory.activities.entries(eligibleFor: .search, limit: RecentActivity.maxNamed).compactMap {
        RecentActivity($0.activity, of: $0.assistant)
      }
    }
  }
}
