/// A way of asking for an intent: words in template syntax, with parameters as `\(\.$name)`.
public struct IntentPhrase<Asked: Intent>: ExpressibleByStringInterpolation, Sendable {
  /// The phrase as a template, parameters as `{name}`.
  public let text: String

  /// A phrase without parameters.
  public init(stringLiteral value: String) {
    text = value
  }

  /// A phrase with parameters.
  public init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  /// Collects the parts of a phrase.
  public struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    /// An empty phrase.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds words.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a parameter.
    public mutating func appendInterpolation<Value>(_ parameter: KeyPath<Asked, Parameter<Value>>) {
      let intent = Asked()
      let named = intent[keyPath: parameter]
      let name = intent.parameters.first { $0.parameter === named }?.name
      // A key path to a parameter always leads to one of the intent's own; `?` would be refused as an unknown slot.
      text += "{\(name ?? "?")}"
    }
  }
}
