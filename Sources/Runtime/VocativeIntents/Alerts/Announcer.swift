import Foundation
import Synchronization

/// Says something on its own for an assistant, after the current conversation.
///
/// The same code works in a program that serves the assistant and in an app:
///
/// ```swift
/// let announcer = Announcer()
/// var dependencies = Dependencies()
/// dependencies.add(announcer)
/// return try Assistant(name: "garden", wakePhrases: ["hey garden"], dependencies: dependencies) {
///   IntentDefinition(WaterPlants.self, phrases: ["water the plants"])
/// }.announcing(announcer)
/// ```
///
/// Announcements that wait are lost if the program ends; an `AlertSource` of your own can store it.
public final class Announcer: AlertSource {
  /// The maximum number of announcements that wait to be said.
  public static let maxWaiting = 8

  private let waiting = Mutex<[Alert]>([])

  /// Creates an announcer without announcements.
  public init() {}

  /// Says a text, within a second unless a conversation is in progress.
  ///
  /// - Returns: Whether it will be said; too many others may be waiting.
  @discardableResult
  public func announce(_ dialog: String) -> Bool {
    waiting.withLock { waiting in
      guard waiting.count < Self.maxWaiting else { return false }
      waiting.append(Alert(id: UUID().uuidString, dialog: dialog, style: .isSaid))
      return true
    }
  }

  /// Returns the announcements that wait.
  public func alerts() -> DueAlerts { DueAlerts(due: waiting.withLock { $0 }, next: nil) }

  /// Removes an announcement that was said.
  public func end(_ alert: Alert.ID, as ending: Alert.Ending) {
    waiting.withLock { waiting in waiting.removeAll { $0.id == alert } }
  }
}
