/// What may be said for one phrase, in hassil's template syntax: a tree of words, choices, slots and rules.
public indirect enum Template: Hashable, Sendable {
  /// One word, in the form a dictionary lists it.
  case word(String)
  /// All parts, one after another.
  case sequence([Template])
  /// `(a|b)`: one of the parts.
  case alternatives([Template])
  /// `[a]`: the part or nothing.
  case optional(Template)
  /// `(a;b)`: all parts in any order.
  case permutation([Template])
  /// `{slot}` or `{list:slot}`: a value of a list, which becomes the value of the slot.
  case slot(name: String, list: String?)
  /// `{0..100,5:slot}`: a whole number in steps, which becomes the value of the slot.
  case range(NumberRange, slot: String)
  /// `<rule>`: another template, by name.
  case rule(String)

  /// Whole numbers from one bound to the other, both included, in steps.
  public struct NumberRange: Hashable, Sendable {
    /// The first number.
    public let from: Int
    /// The last number that may be reached.
    public let through: Int
    /// The distance from one number to the next.
    public let step: Int

    /// Every number of the range, in order.
    public var numbers: [Int] { Array(stride(from: from, through: through, by: step)) }
  }

  /// The words of a plain text, without any of the syntax.
  public static func literal(_ text: String) -> Template {
    .sequence(SpokenText.words(of: text).map(Template.word))
  }

  /// Every slot the template mentions itself, with the list it names, in order; rules are not followed.
  public var slots: [(name: String, list: String?)] {
    switch self {
    case .word, .rule: []
    case .slot(let name, let list): [(name, list)]
    case .range(_, let slot): [(slot, nil)]
    case .optional(let part): part.slots
    case .sequence(let parts), .alternatives(let parts), .permutation(let parts): parts.flatMap(\.slots)
    }
  }

  /// Every rule the template mentions itself, in order.
  public var rules: [String] {
    switch self {
    case .word, .slot, .range: []
    case .rule(let name): [name]
    case .optional(let part): part.rules
    case .sequence(let parts), .alternatives(let parts), .permutation(let parts): parts.flatMap(\.rules)
    }
  }
}
