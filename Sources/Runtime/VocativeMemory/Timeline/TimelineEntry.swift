public import Foundation
public import VocativeIntents

/// A started intent, with its result if it is complete.
///
/// A private entry has only its topic, date and code, and so has one whose subject was deleted.
public struct TimelineEntry: Equatable, Sendable, Identifiable {
  /// The permanent identifier of the dispatch.
  public let id: String
  /// The start time.
  public let date: Date
  /// The path of the intent from the assistant through its features to its name: `money.Goals.GoalProgress`.
  public let topic: String
  /// The intent with its values, to display; nil if private.
  public let title: String?
  /// The identifiers of the parameter values by name; nil if private.
  public let values: [String: String]?
  /// The source of the request; nil if private.
  public let source: IntentSource?
  /// The conversation of the request; nil if private.
  public let session: String?
  /// The response code; nil if incomplete, for example after the program was killed.
  public let code: IntentResponse.Code?
  /// Why it ended without the result of its intent; nil if the intent responded.
  public let reason: EndReason?
  /// The spoken dialog; nil if private, incomplete, or if it may name something that was deleted.
  public let dialog: String?
  /// The duration; nil if private or incomplete.
  public let duration: Duration?
}

extension TimelineEntry: Codable {
  private struct Fields: Codable {
    let id: String
    /// Seconds since 1970.
    let date: Double
    let topic: String
    var title: String?
    var values: [String: String]?
    var source: IntentSource?
    var session: String?
    var code: IntentResponse.Code?
    var reason: EndReason?
    var dialog: String?
    /// Seconds.
    var duration: Double?
  }

  /// Decodes an entry from another program.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(from: decoder)
    (id, topic, title, values) = (fields.id, fields.topic, fields.title, fields.values)
    date = Date(timeIntervalSince1970: fields.date)
    (source, session, code, dialog) = (fields.source, fields.session, fields.code, fields.dialog)
    reason = fields.reason
    duration = fields.duration.flatMap { abs($0) < 1e9 ? .seconds($0) : nil }
  }

  /// Encodes the entry with times in seconds.
  public func encode(to encoder: any Encoder) throws {
    try Fields(
      id: id, date: date.timeIntervalSince1970, topic: topic, title: title, values: values, source: source, session: session,
      code: code, reason: reason, dialog: dialog, duration: duration.map { $0 / .seconds(1) }
    ).encode(to: encoder)
  }
}
