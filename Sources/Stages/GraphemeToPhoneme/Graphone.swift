/// A letter with the phones it stands for: none, one or two.
public struct Graphone: Hashable, Sendable {
  /// The letter, in ASCII: `a` to `z` or an apostrophe.
  public let letter: UInt8
  /// The phones, as indices into the model's phones.
  public let phones: [UInt8]

  /// Creates a graphone.
  public init(letter: UInt8, phones: [UInt8]) {
    self.letter = letter
    self.phones = phones
  }

  /// The maximum number of phones for one letter, such as the `x` of `box`.
  public static let maxPhones = 2
  /// The letters that have graphones.
  public static let letters = Array("'abcdefghijklmnopqrstuvwxyz".utf8)
}
