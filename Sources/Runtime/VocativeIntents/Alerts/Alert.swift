/// Something that an assistant says on its own, because its time has come: a timer, an alarm or a reminder.
public struct Alert: Equatable, Sendable, Identifiable {
  /// How an alert is heard.
  public enum Style: Equatable, Sendable {
    /// It rings until a person stops it or its time is over.
    case rings
    /// It is said once.
    case isSaid
  }

  /// How an alert ends.
  public enum Ending: Equatable, Sendable {
    /// It was said, or a person stopped it.
    case done
    /// A person wants to hear it again later.
    case snoozed
    /// It rang until its time was over.
    case unanswered
  }

  /// The identifier, unique in its assistant.
  public let id: String
  /// The dialog that is said between the tones.
  public let dialog: String
  /// The card to show; nil to show the dialog.
  public let card: ResponseCard?
  /// How it is heard.
  public let style: Style
  /// Whether it can be heard again later.
  public let canSnooze: Bool
  /// The day of this occurrence, for an alert that repeats with the same identifier; nil for any other alert.
  public let occurrence: CalendarDay?

  /// Creates an alert.
  public init(
    id: String, dialog: String, card: ResponseCard? = nil, style: Style = .rings, canSnooze: Bool = false,
    occurrence: CalendarDay? = nil
  ) {
    self.id = id
    self.dialog = dialog
    self.card = card
    self.style = style
    self.canSnooze = canSnooze
    self.occurrence = occurrence
  }
}

/// The source of an assistant's alerts.
///
/// It decides what is due and remembers it: an alert stays due, also across restarts, until `end(_:_:)` is called.
public protocol AlertSource: Sendable {
  /// Returns the alerts that are due, and the time until the next one.
  func alerts() async throws -> DueAlerts
  /// Ends an alert; one that has ended already is ignored.
  ///
  /// If it throws an error, the alert stays silent, and is ended again as long as this occurrence is due. A source that cannot
  /// store a snooze must not return the alert until the snooze is over.
  func end(_ alert: Alert.ID, as ending: Alert.Ending) async throws
}

/// The alerts of an assistant at one moment.
public struct DueAlerts: Equatable, Sendable {
  /// The alerts that are due, the earliest first.
  public let due: [Alert]
  /// The time until the next alert becomes due; nil if there is none.
  public let next: Duration?

  /// Creates the alerts of one moment.
  public init(due: [Alert], next: Duration?) {
    self.due = due
    self.next = next
  }
}
