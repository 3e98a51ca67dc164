public import VocativeUnderstanding

extension String: ParameterValue {
  /// Free text.
  public static var spokenKind: SpokenKind? { .text }
  /// Returns the text itself; nil if it is empty.
  public static func value(for identifier: String) async throws -> String? { identifier.isEmpty ? nil : identifier }
  /// The text as a list value, identified by itself.
  public var spokenValue: SpokenValue { SpokenValue(identifier: self, display: self, names: [self]) }
}

extension Int: ParameterValue {
  /// Whole numbers up to a million; a parameter may have a range of its own.
  public static var spokenKind: SpokenKind? { .number(0...999_999) }
  /// Returns the number for its digits.
  public static func value(for identifier: String) async throws -> Int? { Int(identifier) }
  /// The number as a list value, in digits and in words.
  public var spokenValue: SpokenValue {
    SpokenValue(identifier: String(self), display: String(self), names: [SpokenNumber.words(self).joined(separator: " ")])
  }
}

extension Double: ParameterValue {
  /// Numbers with up to two decimals up to a million; a parameter may have a range of its own.
  public static var spokenKind: SpokenKind? { .decimal(.all) }
  /// Returns the number for its digits, as in `21.5`.
  public static func value(for identifier: String) async throws -> Double? {
    DecimalNumber(identifier).map { Double($0.hundredths) / 100 }
  }
  /// The number as a list value, in digits and in words, rounded to hundredths.
  public var spokenValue: SpokenValue {
    let number = DecimalNumber(rounding: self)
    return SpokenValue(
      identifier: number.description, display: number.description,
      names: [SpokenKind.decimal(.signed).words(for: number.description) ?? number.description])
  }
}

extension DecimalNumber {
  /// Creates the closest number; the largest one for a number beyond it.
  init(rounding number: Double) {
    let largest = Double(DecimalNumber.largest.hundredths)
    self.init(hundredths: number.isNaN ? 0 : Int(min(max((number * 100).rounded(), -largest), largest)))
  }
}

extension DecimalRange {
  /// All numbers, also negative ones.
  fileprivate static let signed = DecimalRange(
    clamping: DecimalNumber(hundredths: -DecimalNumber.largest.hundredths)...DecimalNumber.largest,
    step: DecimalNumber(hundredths: 1))

  /// Creates a range of numbers that are rounded to hundredths.
  init(_ range: ClosedRange<Double>, step: Double) {
    self.init(
      clamping: DecimalNumber(rounding: range.lowerBound)...DecimalNumber(rounding: range.upperBound),
      step: DecimalNumber(rounding: step))
  }
}

extension Bool: ParameterValue {
  /// Returns yes and no with their common synonyms.
  public static func spokenValues() async throws -> [SpokenValue] { [true.spokenValue, false.spokenValue] }
  /// Returns the answer for `yes` or `no`.
  public static func value(for identifier: String) async throws -> Bool? {
    ["yes": true, "no": false][identifier]
  }
  /// The answer as a list value with its common synonyms.
  public var spokenValue: SpokenValue {
    let words = self ? AnswerWords.yes : AnswerWords.no
    return SpokenValue(identifier: self ? "yes" : "no", display: self ? "Yes" : "No", names: words)
  }
}

extension Duration: ParameterValue {
  /// Durations, as in `an hour and a half`.
  public static var spokenKind: SpokenKind? { .duration }
  /// Returns the duration for an ISO 8601 identifier with days, hours, minutes and seconds: `PT1H30M`.
  public static func value(for identifier: String) async throws -> Duration? { Duration(identifier: identifier) }

  init?(identifier: String) {
    guard let match = identifier.wholeMatch(of: #/P(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9})S)?)?/#) else {
      return nil
    }
    func number(_ digits: Substring?) -> Int { digits.flatMap { Int($0) } ?? 0 }
    let minutes = (number(match.1) * 24 + number(match.2)) * 60 + number(match.3)
    self = .seconds(minutes * 60 + number(match.4))
  }
  /// The duration as a list value, identified in ISO 8601 format.
  public var spokenValue: SpokenValue {
    let seconds = Int(components.seconds)
    let days = seconds / 86_400
    let parts = [(seconds / 3600 % 24, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S")].filter { $0.0 > 0 }
    let time = parts.isEmpty && days > 0 ? "" : "T" + (parts.isEmpty ? "0S" : parts.map { "\($0.0)\($0.1)" }.joined())
    let identifier = "P" + (days > 0 ? "\(days)D" : "") + time
    return SpokenValue(
      identifier: identifier, display: identifier, names: [SpokenKind.duration.words(for: identifier) ?? identifier])
  }
}
