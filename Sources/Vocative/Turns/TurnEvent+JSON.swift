import Foundation
import VocativeIntents

extension TurnEvent: Encodable {
  enum Key: String, CodingKey {
    case event, time, phrase, start, end, score, text, intent, slots, confidence, reason, best, dialog, parameter, code, card
    case message, assistant
  }

  /// The event as one line of JSON, with its fields in alphabetical order.
  public var json: String { jsonLine }

  /// Writes the fields of the event.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(time.rounded(toPlaces: 3), forKey: .time)
    try fields.encodeIfPresent(assistant, forKey: .assistant)
    switch kind {
    case .spotted(let phrase, let start, let end, let score):
      try fields.encode("spotted", forKey: .event)
      try fields.encode(phrase, forKey: .phrase)
      try fields.encode(start.rounded(toPlaces: 3), forKey: .start)
      try fields.encode(end.rounded(toPlaces: 3), forKey: .end)
      try fields.encode(score.rounded(toPlaces: 3), forKey: .score)
    case .understood(let text, let intent, let slots, let confidence):
      try fields.encode("understood", forKey: .event)
      try fields.encode(text, forKey: .text)
      try fields.encode(intent, forKey: .intent)
      try fields.encode(slots, forKey: .slots)
      try fields.encode(confidence.rounded(toPlaces: 3), forKey: .confidence)
    case .rejected(let reason, let best, let dialog):
      try fields.encode("rejected", forKey: .event)
      try fields.encode(reason, forKey: .reason)
      try fields.encodeIfPresent(best, forKey: .best)
      try fields.encodeIfPresent(dialog, forKey: .dialog)
    case .asked(let dialog, let parameter):
      try fields.encode("asked", forKey: .event)
      try fields.encode(dialog, forKey: .dialog)
      try fields.encode(parameter, forKey: .parameter)
    case .responded(let intent, let code, let dialog, let card):
      try fields.encode("responded", forKey: .event)
      try fields.encode(intent, forKey: .intent)
      try fields.encode(code.rawValue, forKey: .code)
      try fields.encode(dialog, forKey: .dialog)
      try fields.encodeIfPresent(card.map(EncodedCard.init), forKey: .card)
    case .updated(let intent, let card):
      try fields.encode("updated", forKey: .event)
      try fields.encode(intent, forKey: .intent)
      try fields.encode(EncodedCard(card), forKey: .card)
    case .error(let code, let message):
      try fields.encode("error", forKey: .event)
      try fields.encode(code, forKey: .code)
      try fields.encode(message, forKey: .message)
    }
  }

  struct EncodedCard: Codable {
    struct Row: Codable {
      let label: String
      let value: String
      /// The end of a countdown in seconds since 1970; nil for other values.
      var end: Double?

      init(_ row: ResponseCard.Row) {
        (label, value) = (row.label, row.value.written)
        if case .countdown(let countdown) = row.value { end = countdown.end.timeIntervalSince1970.rounded(toPlaces: 3) }
      }

      var row: ResponseCard.Row {
        guard let end else { return .init(label, value) }
        return .init(label, Countdown(to: Date(timeIntervalSince1970: end), text: value))
      }
    }

    let title: String
    let rows: [Row]
    let progress: Double?

    init(_ card: ResponseCard) {
      title = card.title
      rows = card.rows.map(Row.init)
      progress = card.progress
    }

    var card: ResponseCard {
      ResponseCard(title: title, rows: rows.map(\.row), progress: progress)
    }
  }
}

extension Double {
  fileprivate func rounded(toPlaces places: Int) -> Double {
    let scale = pow(10, Double(places))
    return (self * scale).rounded() / scale
  }
}
