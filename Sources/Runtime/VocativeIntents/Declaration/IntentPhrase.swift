/// A phrase for an intent: words in template syntax, with parameters as `\(\.$name)`.
public struct IntentPhrase<Asked: Intent>: ExpressibleByStringInterpolation, Sendable {
  /// The phrase as a template, with parameters as `{name}`.
  public let text: String

  /// Creates a phrase without parameters.
  public init(stringLiteral value: String) {
    text = value
  }

  /// Creates a phrase with parameters.
  public init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  /// Collects the parts of a phrase.
  public struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    /// Creates an empty phrase.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends words.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends a parameter.
    public mutating func appendInterpolation<Value>(_ parameter: KeyPath<Asked, Parameter<Value>>) {
      let intent = Asked()
      let named = intent[keyPath: parameter]
      let name = intent.parameters.first { $0.parameter === named }?.name
      // A key path to a parameter always leads to one of the intent's own; `?` is rejected as an unknown slot.
      text += "{\(name ?? "?")}"
    }
  }
}
