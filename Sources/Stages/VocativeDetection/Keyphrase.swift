/// A phrase to listen for all the time.
public struct Keyphrase: Hashable, Sendable {
  /// What a hit on the phrase means.
  public enum Kind: String, Hashable, Sendable {
    /// The assistant is spoken to; what follows is for it.
    case wake
    /// The phrase is a request of its own.
    case invocation
  }

  /// The phrase in dictionary words, separated by single spaces.
  public let text: String
  /// What a hit means.
  public let kind: Kind
  /// Decimal logarithm of the likelihood ratio, phrase against phone loop, a hit must reach.
  public let log10Threshold: Double

  /// A phrase with an explicit threshold.
  public init(text: String, kind: Kind, log10Threshold: Double) {
    self.text = text
    self.kind = kind
    self.log10Threshold = log10Threshold
  }

  /// The words of the phrase.
  public var words: [String] { text.split(separator: " ").map(String.init) }
}
