public import VocativeUnderstanding

extension CurrencyAmount: ParameterValue {
  /// Sums of money, as in `twelve dollars and fifty cents`.
  public static var spokenKind: SpokenKind? { .amount }

  /// Returns the sum for an identifier such as `12.50`.
  public static func value(for identifier: String) async throws -> CurrencyAmount? { CurrencyAmount(decimal: identifier) }

  /// The sum as a list value, identified as in `12.50`.
  public var spokenValue: SpokenValue { SpokenValue(identifier: decimal, display: written, names: [spoken]) }

  /// Creates a sum from a decimal number with a point: `12.50`, `12.5`, `12`; nil for any other text.
  public init?(decimal: String) {
    guard let match = decimal.wholeMatch(of: #/(-?)(\d{1,12})(?:\.(\d)(\d)?)?/#), let dollars = Int(match.2) else { return nil }
    let (tens, ones) = (match.3.flatMap { Int($0) } ?? 0, match.4.flatMap { Int($0) } ?? 0)
    let cents = dollars * 100 + tens * 10 + ones
    self.init(cents: match.1.isEmpty ? cents : -cents)
  }

  /// The sum as a decimal number with a point: `12.50`.
  public var decimal: String {
    "\(cents < 0 ? "-" : "")\(abs(cents) / 100).\((abs(cents) % 100).digits(2))"
  }
}
