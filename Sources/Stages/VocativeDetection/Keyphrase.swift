/// A phrase that the detector listens for continuously.
public struct Keyphrase: Hashable, Sendable {
  /// The meaning of a hit.
  public enum Kind: String, Hashable, Sendable {
    /// The user addresses the assistant, and a request follows.
    case wake
    /// The phrase itself is a request.
    case invocation
  }

  /// The phrase in dictionary words, separated by single spaces.
  public let text: String
  /// The meaning of a hit.
  public let kind: Kind
  /// The threshold: the decimal logarithm of the likelihood ratio between phrase and phone loop that a hit must reach.
  public let log10Threshold: Double

  /// Creates a phrase with an explicit threshold.
  public init(text: String, kind: Kind, log10Threshold: Double) {
    self.text = text
    self.kind = kind
    self.log10Threshold = log10Threshold
  }

  /// The words of the phrase.
  public var words: [String] { text.split(separator: " ").map(String.init) }
}
