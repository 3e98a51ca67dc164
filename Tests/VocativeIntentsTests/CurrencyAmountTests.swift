import Testing
import VocativeIntents

@Suite("An amount of money")
struct CurrencyAmountTests {
  @Test(
    "An amount has a written and a spoken form",
    arguments: [
      (0, "zero dollars", "$0.00"),
      (1, "one cent", "$0.01"),
      (100, "one dollar", "$1.00"),
      (101, "one dollar and one cent", "$1.01"),
      (250, "two dollars and fifty cents", "$2.50"),
      (124_050, "one thousand two hundred forty dollars and fifty cents", "$1,240.50"),
      (100_000_007, "one million dollars and seven cents", "$1,000,000.07"),
      (-300, "minus three dollars", "-$3.00"),
      (-5, "minus five cents", "-$0.05"),
    ])
  func words(cents: Int, spoken: String, written: String) {
    #expect(CurrencyAmount(cents: cents).spoken == spoken)
    #expect(CurrencyAmount(cents: cents).written == written)
  }

  @Test(
    "A decimal number has no cents, tens of cents or cents",
    arguments: [
      ("12", 1200), ("12.5", 1250), ("12.50", 1250), ("-0.5", -50), ("0.05", 5), ("12.505", nil), ("12.", nil), (".5", nil),
    ] as [(String, Int?)])
  func decimals(decimal: String, cents: Int?) {
    #expect(CurrencyAmount(decimal: decimal)?.cents == cents)
  }

  @Test("Amounts are compared and calculated in cents")
  func arithmetic() {
    #expect(CurrencyAmount(cents: 150) + CurrencyAmount(cents: 75) == CurrencyAmount(cents: 225))
    #expect(CurrencyAmount(cents: 150) - CurrencyAmount(cents: 175) == CurrencyAmount(cents: -25))
    #expect(CurrencyAmount(cents: -1) < CurrencyAmount(cents: 0))
  }
}
