public import Foundation

/// An intent that was begun, and what came of it when it is complete.
///
/// Of a private one nothing is kept but its topic, date and code.
public struct TimelineEntry: Equatable, Sendable, Identifiable {
  /// What identifies the dispatch for good.
  public let id: String
  /// When it began.
  public let date: Date
  /// The features the intent belongs to and its name: `money.Goals.GoalProgress`.
  public let topic: String
  /// The intent and its values, for people; nil when private.
  public let title: String?
  /// Identifiers of the parameters' values by name; nil when private.
  public let values: [String: String]?
  /// Who asked; nil when private.
  public let source: IntentSource?
  /// The conversation it belongs to; nil when private.
  public let session: String?
  /// How it went; nil while it is not complete, as after the program was killed.
  public let code: IntentResponse.Code?
  /// What was said; nil when private or not complete.
  public let dialog: String?
  /// How long it took; nil when private or not complete.
  public let duration: Duration?
}
