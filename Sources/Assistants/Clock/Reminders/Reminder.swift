public import Foundation
public import VocativeIntents
import VocativeUnderstanding

/// A text to repeat at a time.
public struct Reminder: Equatable, Sendable, Identifiable {
  /// When a reminder is due.
  public enum Due: Hashable, Sendable {
    /// At a time of the clock.
    case at(LocalTime)
    /// At a moment, after some time has passed.
    case after(Moment)
  }

  /// The identifier in the store.
  public let id: Int64
  /// The text, as the person is addressed: `call your mom`, `about your meeting`.
  public let text: String
  /// When it is due.
  public var due: Due
  /// Whether it has rung, and will ring again.
  public let isSnoozed: Bool

  /// Creates a reminder.
  public init(id: Int64, text: String, due: Due, isSnoozed: Bool = false) {
    self.id = id
    self.text = text
    self.due = due
    self.isSnoozed = isSnoozed
  }

  /// Returns the remaining time at a moment; negative if it is due, nil if its day does not exist.
  public func remaining(at now: Moment, in calendar: Calendar) -> Duration? {
    switch due {
    case .after(let moment): now.duration(to: moment)
    case .at(let local): local.date(in: calendar).map { .seconds($0.timeIntervalSince(now.date)) }
    }
  }

  /// Returns what a person says of themselves as it is said to them: "say i was at my mom's" is "say you were at your mom's".
  ///
  /// The answer to "What should I remind you to do?" may begin with "to".
  public static func addressed(_ text: String) -> String {
    let words = [
      "i": "you", "i'm": "you're", "i've": "you've", "i'll": "you'll", "i'd": "you'd", "me": "you", "my": "your", "mine": "yours",
      "myself": "yourself", "am": "are",
    ]
    // Other people "were" not.
    let wordsBesideI = ["was": "were", "wasn't": "weren't"]
    var said = text.split(separator: " ")
    if said.count > 1, said[0].lowercased() == "to" { said.removeFirst() }
    return said.indices.map { index in
      let (word, marks) = wordAndMarks(said[index])
      let isBesideI = [index - 1, index + 1].contains { said.indices.contains($0) && said[$0].lowercased() == "i" }
      let address = words[word] ?? (isBesideI ? wordsBesideI[word] : nil)
      return address.map { $0 + marks } ?? String(said[index])
    }.joined(separator: " ")
  }

  /// Returns a text as the person says it: "call your mom" is "call my mom".
  static func said(_ text: String) -> String {
    let words = ["your": "my", "yours": "mine", "yourself": "myself"]
    return text.split(separator: " ").map { part in
      let (word, marks) = wordAndMarks(part)
      return words[word].map { $0 + marks } ?? String(part)
    }.joined(separator: " ")
  }

  /// Returns a word in lower case, and the comma or another mark that follows it.
  private static func wordAndMarks(_ part: Substring) -> (word: String, marks: String) {
    let marks = part.reversed().prefix { ",;:.!?…".contains($0) }.count
    return (part.dropLast(marks).lowercased(), String(part.suffix(marks)))
  }
}

extension Reminder {
  /// The word before a topic in a text.
  static let about = "about "
  /// The time from which a card shows the date instead of the time that is left.
  private static let maxCountdown = Duration.seconds(86_400)

  /// The topic, as in `your meeting`; nil if the text is a task.
  var topic: String? { text.lowercased().hasPrefix(Self.about) ? String(text.dropFirst(Self.about.count)) : nil }

  /// The text after "remind you": `to call your mom`, `about your meeting`.
  var task: String { topic.map { Self.about + $0 } ?? "to \(text)" }

  /// When it is due, in words: `tomorrow at six in the evening`, `in ten minutes`.
  func dueInDialog(at now: Moment, in calendar: Calendar) -> String {
    switch due {
    case .after(let moment):
      let remaining = now.duration(to: moment)
      return remaining > .zero ? "in \(remaining.spokenRemainder)" : "now"
    case .at(let local):
      guard let today = CalendarDay(now.date, calendar: calendar) else { return "at \(local.time.spoken)" }
      return (local.day == today ? "" : "\(local.day.spoken(at: local.time, from: today)) ") + "at \(local.time.spoken)"
    }
  }

  /// The reminder as a row of a card.
  func row(at now: Moment, in calendar: Calendar) -> ResponseCard.Row {
    switch due {
    case .after(let moment):
      let remaining = now.duration(to: moment)
      let end = now.date + remaining / .seconds(1)
      let time = TimeOfDay(end, calendar: calendar)?.written ?? ""
      guard remaining >= Self.maxCountdown, let day = CalendarDay(end, calendar: calendar) else {
        return .init(text.capitalizedFirstLetter, Countdown(to: end, text: "at \(time)"))
      }
      return .init(text.capitalizedFirstLetter, "\(day.writtenInFull), \(time)")
    case .at(let local): return .init(text.capitalizedFirstLetter, "\(local.day.writtenInFull), \(local.time.written)")
    }
  }
}
