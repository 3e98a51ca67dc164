import VocativeIntents

extension TurnEvent: Decodable {
  /// Decodes an event from another program; the event does not say whether it was private.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    func text(_ key: Key) throws -> String { try fields.decode(String.self, forKey: key) }
    func number(_ key: Key) throws -> Double { try fields.decode(Double.self, forKey: key) }
    let kind: Kind
    switch try text(.event) {
    case "spotted":
      kind = .spotted(phrase: try text(.phrase), start: try number(.start), end: try number(.end), score: try number(.score))
    case "understood":
      kind = .understood(
        text: try text(.text), intent: try text(.intent), slots: try fields.decode([String: String].self, forKey: .slots),
        confidence: try number(.confidence))
    case "rejected":
      kind = .rejected(
        reason: try text(.reason), best: try fields.decodeIfPresent(String.self, forKey: .best),
        dialog: try fields.decodeIfPresent(String.self, forKey: .dialog))
    case "asked": kind = .asked(dialog: try text(.dialog), parameter: try text(.parameter))
    case "responded":
      kind = .responded(
        intent: try text(.intent), code: try fields.decode(IntentResponse.Code.self, forKey: .code), dialog: try text(.dialog),
        card: try fields.decodeIfPresent(EncodedCard.self, forKey: .card)?.card)
    case "updated": kind = .updated(intent: try text(.intent), card: try fields.decode(EncodedCard.self, forKey: .card).card)
    case "error": kind = .error(code: try text(.code), message: try text(.message))
    case let other:
      throw DecodingError.dataCorruptedError(forKey: .event, in: fields, debugDescription: "unknown event \"\(other)\"")
    }
    self.init(
      time: try number(.time), kind: kind, assistant: try fields.decodeIfPresent(String.self, forKey: .assistant))
  }
}
