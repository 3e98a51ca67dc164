public import Foundation
public import VocativeIntents

/// A shortcut that a person used or may want, with its time and weight.
public struct Donation: Equatable, Sendable, Identifiable {
  /// The identifier for deletion.
  ///
  /// A donated interaction has the identifier of its dispatch, which its associated shortcuts share.
  public let id: String
  /// The shortcut.
  public let shortcut: Shortcut
  /// The group for deletion; nil for none.
  public let group: String?
  /// The weight; 1 for an action of the person.
  public let weight: Double
  /// The time.
  public let date: Date
}
