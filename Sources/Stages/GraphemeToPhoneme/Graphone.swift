/// A letter and the phones it is said as: none, one or two.
public struct Graphone: Hashable, Sendable {
  /// The letter, in ASCII: `a` to `z` or an apostrophe.
  public let letter: UInt8
  /// What it is said as, as indices into the model's phones.
  public let phones: [UInt8]

  /// A letter with its phones.
  public init(letter: UInt8, phones: [UInt8]) {
    self.letter = letter
    self.phones = phones
  }

  /// The most phones one letter stands for, as the `x` of `box` does.
  public static let mostPhones = 2
  /// The letters there are graphones of.
  public static let letters = Array("'abcdefghijklmnopqrstuvwxyz".utf8)
}
