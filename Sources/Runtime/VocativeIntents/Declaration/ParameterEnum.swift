/// A fixed set of values that can be said: App Intents' `AppEnum`.
public protocol ParameterEnum: ParameterValue, CaseIterable, RawRepresentable<String> {
  /// What people call a value, the full name first.
  var spokenNames: [String] { get }
}

extension ParameterEnum {
  /// The raw value, and nothing else.
  public var spokenNames: [String] { [rawValue] }

  /// Every case.
  public static func spokenValues() async throws -> [SpokenValue] { allCases.map(\.spokenValue) }
  /// The case with this raw value.
  public static func value(for identifier: String) async throws -> Self? { Self(rawValue: identifier) }
  /// The case as it is listed, under its raw value.
  public var spokenValue: SpokenValue {
    SpokenValue(identifier: rawValue, display: spokenNames.first ?? rawValue, names: spokenNames)
  }
}
