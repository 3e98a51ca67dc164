/// The template of a phrase in hassil's syntax: a tree of words, choices, slots and rules.
public indirect enum Template: Hashable, Sendable {
  /// One dictionary word.
  case word(String)
  /// All parts in sequence.
  case sequence([Template])
  /// `(a|b)`: one of the parts.
  case alternatives([Template])
  /// `[a]`: an optional part.
  case optional(Template)
  /// `(a;b)`: all parts in any order.
  case permutation([Template])
  /// `{slot}` or `{list:slot}`: a value of a list, which becomes the value of the slot.
  case slot(name: String, list: String?)
  /// `{0..100,5:slot}`: a whole number in steps, which becomes the value of the slot.
  case range(NumberRange, slot: String)
  /// `{5..30,0.5:slot}`: a number with decimals in steps, which becomes the value of the slot.
  case decimals(DecimalRange, slot: String)
  /// `<rule>`: another template, by name.
  case rule(String)

  /// Whole numbers from one bound to the other, both included, in steps.
  public struct NumberRange: Hashable, Sendable {
    /// The first number.
    public let from: Int
    /// The upper bound.
    public let through: Int
    /// The distance from one number to the next.
    public let step: Int

    /// All numbers of the range, in order.
    public var numbers: [Int] { Array(stride(from: from, through: through, by: step)) }
  }

  /// Creates a template of the words of a plain text.
  public static func literal(_ text: String) -> Template {
    .sequence(SpokenText.words(of: text).map(Template.word))
  }

  /// The slots of the template itself with their list names, in order; rules are not followed.
  public var slots: [(name: String, list: String?)] {
    switch self {
    case .word, .rule: []
    case .slot(let name, let list): [(name, list)]
    case .range(_, let slot), .decimals(_, let slot): [(slot, nil)]
    case .optional(let part): part.slots
    case .sequence(let parts), .alternatives(let parts), .permutation(let parts): parts.flatMap(\.slots)
    }
  }

  /// The rules of the template itself, in order.
  public var rules: [String] {
    switch self {
    case .word, .slot, .range, .decimals: []
    case .rule(let name): [name]
    case .optional(let part): part.rules
    case .sequence(let parts), .alternatives(let parts), .permutation(let parts): parts.flatMap(\.rules)
    }
  }
}
