/// A word with its pronunciations, for training and measuring a model.
public struct TrainingWord: Equatable, Sendable {
  /// The letters, all from `Graphone.letters`.
  public let letters: [UInt8]
  /// The pronunciations in the dictionary's order, as indices into its phones.
  public let pronunciations: [[UInt8]]
}
