import VocativeUnderstanding

/// A sum of money in whole cents, with its written and spoken forms: INCurrencyAmount for dollars.
public struct CurrencyAmount: Hashable, Sendable, Comparable {
  /// The sum in cents; negative for a debt.
  public let cents: Int

  /// Creates a sum in cents.
  public init(cents: Int) {
    self.cents = cents
  }

  /// The written form: `$1,240.50`, `-$3.00`.
  public var written: String {
    var dollars = String(abs(cents) / 100)
    var grouped = ""
    while dollars.count > 3 {
      grouped = "," + dollars.suffix(3) + grouped
      dollars.removeLast(3)
    }
    return (cents < 0 ? "-" : "") + "$" + dollars + grouped + "." + (abs(cents) % 100).digits(2)
  }

  /// The spoken form: `one thousand two hundred forty dollars and fifty cents`.
  public var spoken: String {
    let (dollars, rest) = (abs(cents) / 100, abs(cents) % 100)
    let whole: String
    if rest == 0 {
      whole = SpokenNumber.count(dollars, "dollar")
    } else if dollars == 0 {
      whole = SpokenNumber.count(rest, "cent")
    } else {
      whole = SpokenNumber.count(dollars, "dollar") + " and " + SpokenNumber.count(rest, "cent")
    }
    return cents < 0 ? "minus " + whole : whole
  }

  /// Returns whether one sum is smaller than another.
  public static func < (left: CurrencyAmount, right: CurrencyAmount) -> Bool { left.cents < right.cents }
  /// Adds two sums.
  public static func + (left: CurrencyAmount, right: CurrencyAmount) -> CurrencyAmount {
    CurrencyAmount(cents: left.cents + right.cents)
  }
  /// Subtracts one sum from another.
  public static func - (left: CurrencyAmount, right: CurrencyAmount) -> CurrencyAmount {
    CurrencyAmount(cents: left.cents - right.cents)
  }
}
