/// A sentence template of Rhasspy or voice2json, with the text it produces.
indirect enum RhasspyExpression: Equatable {
  /// Spoken words.
  case words(String)
  /// All parts, one after another.
  case sequence([RhasspyExpression])
  /// `(a | b)`
  case alternatives([RhasspyExpression])
  /// `[a]`
  case optional(RhasspyExpression)
  /// `<rule>` or `<Intent.rule>`
  case rule(intent: String?, name: String)
  /// `$slot` or `$slot,argument`
  case slot(name: String, arguments: [String])
  /// `0..100` or `0..100,5`
  case range(from: Int, through: Int, step: Int)
  /// `heard:emitted`
  case substituted(RhasspyExpression, emitted: String)
  /// `heard!converter`
  case converted(RhasspyExpression, converters: [String])
  /// `(…){tag}` or `(…){tag:value}`
  case tagged(RhasspyExpression, Tag)

  /// The name of a part, and an optional value instead of its words.
  struct Tag: Equatable {
    let name: String
    let value: String?
    let converters: [String]
  }

  /// The expression without brackets around a single part.
  var unwrapped: RhasspyExpression {
    switch self {
    case .sequence(let parts) where parts.count == 1: parts[0].unwrapped
    case .alternatives(let parts) where parts.count == 1: parts[0].unwrapped
    default: self
    }
  }
}
