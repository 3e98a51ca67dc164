public import Foundation

/// Something a person did, or an assistant thinks they may want: a shortcut, with when and how much it counts.
public struct Donation: Equatable, Sendable, Identifiable {
  /// What it is deleted by; a donated interaction has its dispatch's, and shares it with the shortcuts associated with it.
  public let id: String
  /// What was done.
  public let shortcut: Shortcut
  /// What else is deleted with it; nil for nothing.
  public let group: String?
  /// How much it counts: 1 is something a person did.
  public let weight: Double
  /// When.
  public let date: Date
}
