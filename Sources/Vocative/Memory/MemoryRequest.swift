public import VocativeIntents
import VocativeMemory

/// A request about what assistants remember: shortcuts, donations, the timeline and activities.
///
/// The programs perform it with their own assistants, or send it to a running daemon as one flat JSON object:
/// `{"command":"shortcuts","action":"add","phrase":"monday morning","requests":["safe to spend"]}`.
public struct MemoryRequest: Equatable, Sendable {
  /// The action of a request.
  public enum Action: Equatable, Sendable {
    /// Lists the shortcuts.
    case shortcuts
    /// Adds a phrase for typed requests.
    case addShortcut(phrase: String, requests: [String])
    /// Changes the phrase of a shortcut, which is given by its phrase or its identifier, or the typed requests that it stands for.
    case editShortcut(String, phrase: String?, requests: [String])
    /// Deletes a shortcut, which is given by its phrase or its identifier.
    case deleteShortcut(String)
    /// Suggests shortcuts for a place; nil for no place.
    case suggestions(limit: Int, place: String?)
    /// Lists the latest donations of a group, newest first; nil for all groups.
    case donations(limit: Int, group: String?)
    /// Deletes donations.
    case deleteDonations(DonationChoice)
    /// Lists the latest requests of a topic, newest first; nil for all topics.
    case timeline(limit: Int, topic: String?)
    /// Deletes the timeline.
    case clearTimeline
    /// Lists the activities with a use whose titles contain some words.
    case activities(ActivityType.Eligibility, words: String)
    /// Continues the latest activity with an identifier, or whose title contains these words.
    case continueActivity(String)
    /// Continues an activity of another device, whose type allows it.
    case continueReceived(ReceivedActivity)
    /// Deletes all activities.
    case clearActivities
    /// Lists the features with their availability.
    case features
    /// Turns a feature on or off.
    case setFeature(String, isOn: Bool)
  }

  /// An activity of another device, as `vocative activities --json` prints it.
  public struct ReceivedActivity: Equatable, Sendable, Codable {
    /// The name of the assistant; nil for any that continues its type.
    public var assistant: String?
    /// The identifier of its type.
    public var type: String
    /// The title.
    public var title: String
    /// The state.
    public var state: [String: String]
  }

  /// The donations to delete.
  public enum DonationChoice: Equatable, Sendable {
    /// The donation with an identifier.
    case donation(String)
    /// The donations of a group.
    case group(String)
    /// All donations.
    case all
  }

  /// The action.
  public let action: Action
  /// The names of the assistants that it is about; empty for all that are served.
  public let assistants: [String]

  /// Whether private requests need no passphrase.
  public let isUnlocked: Bool

  /// Creates a request.
  public init(_ action: Action, of assistants: [String] = [], isUnlocked: Bool = false) {
    (self.action, self.assistants, self.isUnlocked) = (action, assistants, isUnlocked)
  }

  /// Whether it may change what the assistants remember.
  var changesMemory: Bool {
    switch action {
    case .shortcuts, .suggestions, .donations, .timeline, .activities, .features: false
    case .addShortcut, .editShortcut, .deleteShortcut, .deleteDonations, .clearTimeline, .continueActivity,
      .continueReceived, .clearActivities, .setFeature:
      true
    }
  }

  /// The names of the commands.
  public static let commands = ["shortcuts", "donations", "timeline", "activities", "features"]
}

extension MemoryRequest: Codable {
  private struct Fields: Codable {
    var command: String
    var action: String?
    var assistants: [String]?
    var unlocked: Bool?
    var phrase: String?
    var requests: [String]?
    var shortcut: String?
    var limit: Int?
    var place: String?
    var group: String?
    var donation: String?
    var all: Bool?
    var topic: String?
    var eligibility: String?
    var words: String?
    var activity: ReceivedActivity?
    var feature: String?
  }

  /// Decodes a request from its fields.
  ///
  /// - Throws: `MemoryRequestError` that names the field and gives an example.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(from: decoder)
    try self.init(Self.action(of: fields), of: fields.assistants ?? [], isUnlocked: fields.unlocked ?? false)
  }

  private static func action(of fields: Fields) throws(MemoryRequestError) -> Action {
    let name = fields.action ?? "list"
    func required(_ value: String?, _ field: String, _ example: String) throws(MemoryRequestError) -> String {
      guard let value else {
        let sample = #"{"command":"\#(fields.command)","action":"\#(name)",\#(example)}"#
        throw MemoryRequestError(description: "\"\(fields.command)\" with \"\(name)\" needs \"\(field)\": \(sample)")
      }
      return value
    }
    func limit(_ count: Int) throws(MemoryRequestError) -> Int {
      let limit = fields.limit ?? count
      guard limit > 0 else { throw MemoryRequestError(description: "\"limit\" must be at least 1") }
      return limit
    }
    switch (fields.command, name) {
    case ("shortcuts", "list"): return .shortcuts
    case ("shortcuts", "add"):
      return .addShortcut(
        phrase: try required(fields.phrase, "phrase", #""phrase":"monday morning","requests":["safe to spend"]"#),
        requests: fields.requests ?? [])
    case ("shortcuts", "edit"):
      let example = #""shortcut":"monday morning","phrase":"tuesday morning""#
      let requests = fields.requests ?? []
      return .editShortcut(
        try required(fields.shortcut, "shortcut", example),
        phrase: requests.isEmpty ? try required(fields.phrase, "phrase", example) : fields.phrase, requests: requests)
    case ("shortcuts", "delete"):
      return .deleteShortcut(try required(fields.shortcut, "shortcut", #""shortcut":"monday morning""#))
    case ("shortcuts", "suggest"): return .suggestions(limit: try limit(5), place: fields.place)
    case ("donations", "list"):
      return .donations(limit: try limit(InteractionDonations.maxDonations), group: fields.group)
    case ("donations", "delete"):
      if fields.all == true { return .deleteDonations(.all) }
      if let group = fields.group { return .deleteDonations(.group(group)) }
      return .deleteDonations(.donation(try required(fields.donation, "donation", #""group":"Note grocery-list""#)))
    case ("timeline", "list"): return .timeline(limit: try limit(50), topic: fields.topic)
    case ("timeline", "clear"): return .clearTimeline
    case ("activities", "list"):
      guard let use = ActivityType.Eligibility(rawValue: fields.eligibility ?? "search") else {
        let known = ActivityType.Eligibility.allCases.map(\.rawValue).joined(separator: ", ")
        throw MemoryRequestError(description: "\"eligibility\" is one of: \(known)")
      }
      return .activities(use, words: fields.words ?? "")
    case ("activities", "continue"):
      if let activity = fields.activity { return .continueReceived(activity) }
      return .continueActivity(try required(fields.words, "words", #""words":"vacation""#))
    case ("activities", "clear"): return .clearActivities
    case ("features", "list"): return .features
    case ("features", "enable"), ("features", "disable"):
      return .setFeature(
        try required(fields.feature, "feature", #""feature":"notes.Reading""#),
        isOn: name == "enable")
    default:
      let known = actions[fields.command]?.joined(separator: ", ") ?? ""
      throw MemoryRequestError(
        description: "\"\(fields.command)\" has no action \"\(name.prefix(40))\"; the actions are: \(known)")
    }
  }

  private static let actions = [
    "shortcuts": ["list", "add", "edit", "delete", "suggest"], "donations": ["list", "delete"],
    "timeline": ["list", "clear"], "activities": ["list", "continue", "clear"],
    "features": ["list", "enable", "disable"],
  ]

  /// Encodes the fields of a request.
  public func encode(to encoder: any Encoder) throws {
    var fields: Fields
    switch action {
    case .shortcuts: fields = Fields(command: "shortcuts", action: "list")
    case .addShortcut(let phrase, let requests):
      fields = Fields(command: "shortcuts", action: "add", phrase: phrase, requests: requests)
    case .editShortcut(let shortcut, let phrase, let requests):
      fields = Fields(
        command: "shortcuts", action: "edit", phrase: phrase, requests: requests.isEmpty ? nil : requests, shortcut: shortcut)
    case .deleteShortcut(let shortcut): fields = Fields(command: "shortcuts", action: "delete", shortcut: shortcut)
    case .suggestions(let limit, let place):
      fields = Fields(command: "shortcuts", action: "suggest", limit: limit, place: place)
    case .donations(let limit, let group): fields = Fields(command: "donations", action: "list", limit: limit, group: group)
    case .deleteDonations(.all): fields = Fields(command: "donations", action: "delete", all: true)
    case .deleteDonations(.group(let group)): fields = Fields(command: "donations", action: "delete", group: group)
    case .deleteDonations(.donation(let id)): fields = Fields(command: "donations", action: "delete", donation: id)
    case .timeline(let limit, let topic): fields = Fields(command: "timeline", action: "list", limit: limit, topic: topic)
    case .clearTimeline: fields = Fields(command: "timeline", action: "clear")
    case .activities(let use, let words):
      fields = Fields(command: "activities", action: "list", eligibility: use.rawValue, words: words)
    case .continueActivity(let words): fields = Fields(command: "activities", action: "continue", words: words)
    case .continueReceived(let activity):
      fields = Fields(command: "activities", action: "continue", activity: activity)
    case .features: fields = Fields(command: "features", action: "list")
    case .setFeature(let feature, let isOn):
      fields = Fields(command: "features", action: isOn ? "enable" : "disable", feature: feature)
    case .clearActivities: fields = Fields(command: "activities", action: "clear")
    }
    fields.assistants = assistants.isEmpty ? nil : assistants
    fields.unlocked = isUnlocked ? true : nil
    try fields.encode(to: encoder)
  }
}

/// A request about memory that is incomplete, or names something that does not exist.
public struct MemoryRequestError: Error, Equatable, Sendable, CustomStringConvertible, ExitStatusProviding {
  /// The problem and its remedy.
  public let description: String

  /// Creates an error with the problem and its remedy.
  public init(description: String) { self.description = description }

  /// The exit status is `usage`.
  public var exitStatus: ExitStatus { .usage }
}
