/// A word of a dictionary with its pronunciations, as a model is trained and measured on it.
public struct TrainingWord: Equatable, Sendable {
  /// The letters, all of them of `Graphone.letters`.
  public let letters: [UInt8]
  /// The pronunciations in the dictionary's order, as indices into its phones.
  public let pronunciations: [[UInt8]]
}
