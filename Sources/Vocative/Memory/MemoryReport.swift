import Foundation
public import VocativeIntents

/// The result of a request about what assistants remember; the fields of other requests are nil.
public struct MemoryReport: Equatable, Sendable, Codable {
  /// The shortcuts.
  public internal(set) var shortcuts: [ShortcutEntry]?
  /// The result of a change to a shortcut.
  public internal(set) var change: ShortcutChange?
  /// The suggestions, best first.
  public internal(set) var suggestions: [SuggestionEntry]?
  /// The donations, newest first.
  public internal(set) var donations: [DonationEntry]?
  /// The number of deleted donations.
  public internal(set) var deletedDonations: Int?
  /// The requests, newest first.
  public internal(set) var timeline: [TimelineEntry]?
  /// The activities, the latest first.
  public internal(set) var activities: [ActivityEntry]?
  /// The features of the assistants.
  public internal(set) var features: [FeatureEntry]?
  /// The response to a continued activity; nil if it has none, or if there is no such activity.
  public internal(set) var continued: ContinuedActivity?

  /// Creates an empty report.
  public init() {}

  /// A shortcut.
  public struct ShortcutEntry: Equatable, Sendable, Codable {
    /// The permanent identifier.
    public let id: String
    /// The phrase.
    public let phrase: String
    /// The titles of the steps.
    public let steps: [String]
    /// Whether an older shortcut has its phrase; nil if not.
    public var waiting: Bool?
    /// Whether it has a step that no assistant can perform, as after an intent was renamed; nil if not.
    public var unsupported: Bool?
    /// The result of a change; nil in a list.
    public var result: String?

    init(_ shortcut: VoiceShortcut, isWaiting: Bool = false, isUnsupported: Bool = false, result: String? = nil) {
      (id, phrase, steps) = (shortcut.id, shortcut.invocationPhrase, shortcut.steps.map(\.title))
      (waiting, unsupported) = (isWaiting ? true : nil, isUnsupported ? true : nil)
      self.result = result
    }
  }

  /// The result of a change.
  public enum ShortcutChange: Equatable, Sendable {
    /// The shortcut was added or updated; its result says which.
    case changed(ShortcutEntry)
    /// The shortcut with this identifier was deleted.
    case deleted(id: String)
    /// Nothing was changed; the reason and the remedy.
    case failed(reason: String)

    init(_ change: VoiceShortcutChange) {
      switch change {
      case .added(let shortcut): self = .changed(ShortcutEntry(shortcut, result: "added"))
      case .updated(let shortcut): self = .changed(ShortcutEntry(shortcut, result: "updated"))
      case .deleted(let id): self = .deleted(id: id)
      case .failed(let reason): self = .failed(reason: reason)
      case .cancelled: self = .failed(reason: "nothing was changed")
      }
    }
  }

  /// A suggestion.
  public struct SuggestionEntry: Equatable, Sendable, Codable {
    /// The request as a title.
    public let title: String
    /// The intent.
    public let intent: String
    /// The identifiers of the values by parameter.
    public let values: [String: String]
    /// The reasons.
    public let reason: String
    /// `Add`, or `Added` if it has a shortcut.
    public let state: String
    /// The suggested phrase, or that of its shortcut.
    public let phrase: String?

    init(_ suggestion: ShortcutSuggestion, state: VoiceShortcutState) {
      let shortcut = suggestion.shortcut
      (title, intent, values, reason) = (shortcut.title, shortcut.intent, shortcut.values, suggestion.reason)
      switch state {
      case .add: (self.state, phrase) = ("Add", shortcut.suggestedInvocationPhrase)
      case .added(let owned): (self.state, phrase) = ("Added", owned.invocationPhrase)
      }
    }
  }

  /// A donation.
  public struct DonationEntry: Equatable, Sendable, Codable {
    /// The identifier for deletion, which shortcuts that are associated with a request share with it.
    public let id: String
    /// The request as a title.
    public let title: String
    /// The assistant; nil for the only one.
    public let assistant: String?
    /// The intent.
    public let intent: String
    /// The identifiers of the values by parameter.
    public let values: [String: String]
    /// The group for deletion; nil for none.
    public let group: String?
    /// The weight; 1 for an action of the person, less for an associated shortcut.
    public let weight: Double
    /// The time, by ISO 8601.
    public let date: String

    /// - Parameter title: The present title of the request.
    init(_ donation: Donation, title: String) {
      let shortcut = donation.shortcut
      (id, self.title, assistant, intent) = (donation.id, title, shortcut.assistant, shortcut.intent)
      (values, group, weight) = (shortcut.values, donation.group, donation.weight)
      date = donation.date.formatted(.iso8601)
    }
  }

  /// A feature.
  public struct FeatureEntry: Equatable, Sendable, Codable {
    /// The name of the assistant.
    public let assistant: String
    /// The path of the feature.
    public let feature: String
    /// Whether it is available.
    public let available: Bool
    /// Why it is not available; nil if it is.
    public let reason: String?
    /// The names of its constraints.
    public let constraints: [String]

    init(_ report: FeatureReport) {
      (assistant, feature, constraints) = (report.assistant, report.name, report.constraints)
      (available, reason) = (report.isAvailable, report.reason)
    }
  }

  /// An activity, with what another device needs to continue it.
  public struct ActivityEntry: Equatable, Sendable, Codable {
    /// The permanent identifier.
    public let id: String
    /// The name of the assistant that continues it.
    public let assistant: String
    /// The identifier of its type.
    public let type: String
    /// The title.
    public let title: String
    /// The state.
    public let state: [String: String]
    /// The uses of its type.
    public let eligibility: [String]
    /// The time of the last visit, by ISO 8601.
    public let date: String

    init(_ entry: ActivityHistory.Entry) {
      let type = entry.activity.type
      (id, assistant, title, state) = (entry.id, entry.assistant, entry.activity.title, entry.activity.state)
      (self.type, eligibility) = (type.identifier, type.eligibility.map(\.rawValue).sorted())
      date = entry.date.formatted(.iso8601)
    }
  }

  /// The response to a continued activity.
  public struct ContinuedActivity: Equatable, Sendable, Codable {
    /// The title of the activity.
    public let title: String
    /// The response, as an event.
    public let event: TurnEvent

    /// The response code.
    public var code: IntentResponse.Code { if case .responded(_, let code, _, _) = event.kind { code } else { .failure } }
    /// The spoken text; the title if there is no dialog.
    public var dialog: String {
      if case .responded(_, _, let dialog, _) = event.kind, !dialog.isEmpty { dialog } else { title }
    }
    /// The card; nil if there is none.
    public var card: ResponseCard? { if case .responded(_, _, _, let card) = event.kind { card } else { nil } }
  }
}

extension MemoryReport.ShortcutChange: Codable {
  private struct Fields: Codable {
    let result: String
    var id: String?
    var reason: String?
  }

  /// Decodes a change from the fields that `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(from: decoder)
    switch fields.result {
    case "deleted": self = .deleted(id: fields.id ?? "")
    case "failed": self = .failed(reason: fields.reason ?? "")
    default: self = .changed(try MemoryReport.ShortcutEntry(from: decoder))
    }
  }

  /// Encodes the result in `result`, with the shortcut, its identifier or the reason.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .changed(let shortcut): try shortcut.encode(to: encoder)
    case .deleted(let id): try Fields(result: "deleted", id: id).encode(to: encoder)
    case .failed(let reason): try Fields(result: "failed", reason: reason).encode(to: encoder)
    }
  }
}
