public import Foundation
public import VocativeIntents

/// A started intent, with its result if it is complete.
///
/// A private entry has only its topic, date and code.
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
  /// The spoken dialog; nil if private or incomplete.
  public let dialog: String?
  /// The duration; nil if private or incomplete.
  public let duration: Duration?
}
