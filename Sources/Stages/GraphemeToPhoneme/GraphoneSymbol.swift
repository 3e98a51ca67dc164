/// The numbering of symbols: the start and end of a word, then the graphones in the model's order.
public enum GraphoneSymbol {
  /// The symbol before every word.
  public static let start: UInt16 = 0
  /// The symbol after every word.
  public static let end: UInt16 = 1
  /// The number of the first graphone.
  public static let firstGraphone: UInt16 = 2
}
