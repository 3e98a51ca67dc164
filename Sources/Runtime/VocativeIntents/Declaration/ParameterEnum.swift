/// A fixed set of values that can be spoken: the counterpart of App Intents' `AppEnum`.
public protocol ParameterEnum: ParameterValue, CaseIterable, RawRepresentable<String> {
  /// The spoken names, the full name first.
  var spokenNames: [String] { get }
}

extension ParameterEnum {
  /// The raw value.
  public var spokenNames: [String] { [rawValue] }

  /// Returns all cases.
  public static func spokenValues() async throws -> [SpokenValue] { allCases.map(\.spokenValue) }
  /// Returns the case with a raw value.
  public static func value(for identifier: String) async throws -> Self? { Self(rawValue: identifier) }
  /// The case as a list value, identified by its raw value.
  public var spokenValue: SpokenValue {
    SpokenValue(identifier: rawValue, display: spokenNames.first ?? rawValue, names: spokenNames)
  }
}
