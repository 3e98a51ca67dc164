/// How sequences of graphones are written as numbers: the two ends of a word, then the graphones in the model's order.
public enum GraphoneSymbol {
  /// What stands before every word.
  public static let start: UInt16 = 0
  /// What stands after every word.
  public static let end: UInt16 = 1
  /// The number of the first graphone.
  public static let firstGraphone: UInt16 = 2
}
