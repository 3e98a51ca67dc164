/// A kind of value that is understood from its words, and not from a list.
public enum SpokenKind: Hashable, Sendable {
  /// A whole number within bounds; its value is decimal digits: `25`, `-3`.
  case number(ClosedRange<Int>)
  /// A sum of money in dollars and cents; its value has a dot and always two decimals: `12.50`.
  case amount
  /// A day; its value is `today`, `tomorrow`, `yesterday`, `thursday`, `next-thursday`, `last-thursday`, or an ISO 8601 date with or
  /// without its year: `2026-12-24`, `--12-24`.
  case day
  /// A time of day; its value has 24 hours: `08:00`, `20:30`.
  case timeOfDay
  /// A length of time; its value is an ISO 8601 duration: `PT1H30M`, `PT45S`, `P2D`.
  case duration
  /// Any words at all; its value is the words themselves, joined by spaces.
  case text
}

extension SpokenKind {
  /// The value that some dictionary words stand for; nil when they are no value of this kind, or out of its bounds.
  public func value(of words: [String]) -> String? {
    switch self {
    case .number(let range): SpokenNumber.value(of: words[...]).flatMap { range.contains($0) ? String($0) : nil }
    case .amount: SpokenAmount.value(of: words)
    case .day: SpokenDay.value(of: words)
    case .timeOfDay: SpokenTimeOfDay.value(of: words)
    case .duration: SpokenDuration.value(of: words)
    case .text: words.isEmpty ? nil : words.joined(separator: " ")
    }
  }

  /// A value as it is said in a dialog, as in `twelve dollars and fifty cents` for `12.50`; nil when it is no value of this kind.
  public func words(for value: String) -> String? {
    switch self {
    case .number(let range):
      Int(value).flatMap { range.contains($0) ? SpokenNumber.words($0).joined(separator: " ") : nil }
    case .amount: SpokenAmount.words(for: value)
    case .day: SpokenDay.words(for: value)
    case .timeOfDay: SpokenTimeOfDay.words(for: value)
    case .duration: SpokenDuration.words(for: value)
    case .text: value.isEmpty ? nil : value
    }
  }

  /// All that may be said for values of this kind, and a little that is none; nil for any words at all.
  ///
  /// Whether words are a value is decided when they are read.
  var template: Template? {
    switch self {
    case .number(let range): SpokenNumber.template(for: range)
    case .amount: SpokenAmount.template
    case .day: SpokenDay.template
    case .timeOfDay: SpokenTimeOfDay.template
    case .duration: SpokenDuration.template
    case .text: nil
    }
  }
}

extension Template {
  /// One of several plain texts.
  static func choice(_ texts: [String]) -> Template { .alternatives(texts.map(Template.literal)) }
}
