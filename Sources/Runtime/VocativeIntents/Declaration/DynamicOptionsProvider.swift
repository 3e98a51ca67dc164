import VocativeUnderstanding

/// Provides the values that a parameter can have now, instead of all values of its type.
///
/// Its values are recognized, disambiguated and offered like entities. Texts may be said by the end of their names, as "milk" for
/// "oat milk".
///
/// ```swift
/// struct Groceries: DynamicOptionsProvider {
///   @Dependency private var shop: Shop
///   func results() async throws -> [String] { await shop.groceries }
/// }
///
/// @Parameter(title: "Items", prompt: "What do you need?", optionsProvider: Groceries()) var items: [String]
/// ```
public protocol DynamicOptionsProvider<Value>: Sendable {
  /// The type of the values.
  associatedtype Value: ParameterValue
  /// Returns the current values, likeliest first.
  func results() async throws -> [Value]
}

/// The values of an options provider for a parameter.
struct ParameterOptions<Value: ParameterValue>: Sendable {
  /// The name of the provider, which tells its list from others.
  let name: String
  /// Returns the provider with its module and its properties, which tell it from another one of its name.
  let identity: @Sendable () -> String
  /// Returns the dependencies of the provider.
  let dependencies: @Sendable () -> [any AnyDependency]
  /// Returns the current values as list values.
  let values: @Sendable () async throws -> [SpokenValue]
  /// Returns the value with an identifier; nil if there is none.
  let value: @Sendable (_ identifier: String) async throws -> Value?

  /// - Parameter combine: Returns the parameter's value for the chosen options.
  fileprivate init<Provider: DynamicOptionsProvider>(
    _ provider: Provider, isMultiple: Bool, combine: @escaping @Sendable ([Provider.Value]) -> Value?
  ) {
    name = "\(Provider.self)"
    identity = { String(reflecting: provider) }
    dependencies = { Mirror(reflecting: provider).dependencies }
    values = { try await provider.results().map(Self.listed) }
    value = { identifier in
      let results = try await provider.results()
      var chosen: [Provider.Value] = []
      for identifier in isMultiple ? ValueList.values(of: identifier) : [identifier] {
        guard let value = results.first(where: { $0.spokenValue.identifier == identifier }) else { return nil }
        chosen.append(value)
      }
      return combine(chosen)
    }
  }

  /// The option as a list value; a text is also said by the ends of its name.
  private static func listed(_ option: some ParameterValue) -> SpokenValue {
    let value = option.spokenValue
    guard type(of: option).spokenKind == .text else { return value }
    return SpokenValue(identifier: value.identifier, display: value.display, names: SpokenNames.of(value.display))
  }
}

extension Parameter {
  /// Creates a parameter whose values an options provider returns.
  public convenience init(
    title: String, prompt: String? = nil, disambiguationPrompt: String? = nil, default: Value? = nil,
    optionsProvider: some DynamicOptionsProvider<Value>
  ) {
    self.init(
      title: title, prompt: prompt, disambiguationPrompt: disambiguationPrompt, kind: nil, default: `default`,
      options: ParameterOptions(optionsProvider, isMultiple: false) { $0.first })
  }

  /// Creates an optional parameter whose values an options provider returns.
  public convenience init<Option: ParameterValue>(
    title: String, prompt: String? = nil, disambiguationPrompt: String? = nil,
    optionsProvider: some DynamicOptionsProvider<Option>
  ) where Value == Option? {
    self.init(
      title: title, prompt: prompt, disambiguationPrompt: disambiguationPrompt, kind: nil, default: nil,
      options: ParameterOptions(optionsProvider, isMultiple: false) { .some($0.first) })
  }

  /// Creates a parameter with several values, which an options provider returns.
  public convenience init<Option: ParameterValue>(
    title: String, prompt: String? = nil, disambiguationPrompt: String? = nil,
    optionsProvider: some DynamicOptionsProvider<Option>
  ) where Value == [Option] {
    self.init(
      title: title, prompt: prompt, disambiguationPrompt: disambiguationPrompt, kind: nil, default: nil,
      options: ParameterOptions(optionsProvider, isMultiple: true) { $0.isEmpty ? nil : $0 })
  }
}
