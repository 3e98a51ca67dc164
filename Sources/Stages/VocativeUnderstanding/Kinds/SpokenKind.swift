/// A kind of value that is read from its words instead of a list.
public enum SpokenKind: Hashable, Sendable {
  /// A whole number in a range; its value has decimal digits: `25`, `-3`.
  case number(ClosedRange<Int>)
  /// A number with decimals in a range; its value has decimal digits: `21.5`, `21`, `-0.25`.
  case decimal(DecimalRange)
  /// An amount of money in dollars and cents; its value has a point and two decimals: `12.50`.
  case amount
  /// A day; its value is `today`, `tomorrow`, `yesterday`, `thursday`, `next-thursday`, `last-thursday`, or an ISO 8601 date with or
  /// without its year: `2026-12-24`, `--12-24`.
  case day
  /// A time of day; its value has 24 hours: `08:00`, `20:30`.
  case timeOfDay
  /// A time of day as on the face of a clock; if its words leave the half of the day open, its value has both times: `06:00/18:00`
  /// for "six", and `18:00` for "six in the evening".
  case clockTime
  /// A day with a time; its value has that of a day and that of a time on the face of a clock: `tomorrowT07:30/19:30`,
  /// `2026-12-24T18:00`. A time on the day after a night has the day of the night: `friday-nightT01:00`.
  case dayAndTime
  /// A duration; its value is an ISO 8601 duration: `PT1H30M`, `PT45S`, `P2D`.
  case duration
  /// Any words; its value is the words themselves, joined by spaces.
  case text
}

extension SpokenKind {
  /// Returns the value of dictionary words; nil if they are not a value of this kind, or are out of range.
  public func value(of words: [String]) -> String? {
    switch self {
    case .number(let range): SpokenNumber.value(of: words[...]).flatMap { range.contains($0) ? String($0) : nil }
    case .decimal(let range):
      SpokenDecimal.value(of: words[...]).flatMap { range.contains($0) ? $0.description : nil }
    case .amount: SpokenAmount.value(of: words)
    case .day: SpokenDay.value(of: words)
    case .timeOfDay: SpokenTimeOfDay.value(of: words)
    case .clockTime: SpokenTimeOfDay.clockValue(of: words)
    case .dayAndTime: SpokenDayAndTime.value(of: words)
    case .duration: SpokenDuration.value(of: words)
    case .text: words.isEmpty ? nil : words.joined(separator: " ")
    }
  }

  /// Returns the spoken form of a value, as `twelve dollars and fifty cents` for `12.50`; nil if it is not a value of this kind.
  public func words(for value: String) -> String? {
    switch self {
    case .number(let range):
      Int(value).flatMap { range.contains($0) ? SpokenNumber.words($0).joined(separator: " ") : nil }
    case .decimal(let range):
      DecimalNumber(value).flatMap { range.contains($0) ? SpokenDecimal.words($0).joined(separator: " ") : nil }
    case .amount: SpokenAmount.words(for: value)
    case .day: SpokenDay.words(for: value)
    case .timeOfDay: SpokenTimeOfDay.words(for: value)
    case .clockTime: SpokenTimeOfDay.clockWords(for: value)
    case .dayAndTime: SpokenDayAndTime.words(for: value)
    case .duration: SpokenDuration.words(for: value)
    case .text: value.isEmpty ? nil : value
    }
  }

  /// Whether two equal values in a row are two values; a day, a time or a text that is said twice is meant once.
  var isQuantity: Bool {
    switch self {
    case .number, .decimal, .amount, .duration: true
    case .day, .timeOfDay, .clockTime, .dayAndTime, .text: false
    }
  }

  /// A template for the values of this kind and some invalid ones; nil for any words.
  ///
  /// Reading decides whether words are a value.
  var template: Template? {
    switch self {
    case .number(let range): SpokenNumber.template(for: range)
    case .decimal(let range): SpokenDecimal.template(for: range)
    case .amount: SpokenAmount.template
    case .day: SpokenDay.template
    case .timeOfDay, .clockTime: SpokenTimeOfDay.template
    case .dayAndTime: SpokenDayAndTime.template
    case .duration: SpokenDuration.template
    case .text: nil
    }
  }

  /// A template for all numbers of a range without most of the others, which is large; nil for other kinds and for longer ranges.
  var strictTemplate: Template? {
    switch self {
    case .number(let range): SpokenNumber.strictTemplate(for: range)
    case .decimal(let range): SpokenDecimal.strictTemplate(for: range)
    default: nil
    }
  }
}

extension Template {
  /// Returns a choice of plain texts.
  static func choice(_ texts: [String]) -> Template { .alternatives(texts.map(Template.literal)) }
}
