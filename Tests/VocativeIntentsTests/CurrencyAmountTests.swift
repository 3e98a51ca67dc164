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

  @Test("Amounts are compared and calculated in cents")
  func arithmetic() {
    #expect(CurrencyAmount(cents: 150) + CurrencyAmount(cents: 75) == CurrencyAmount(cents: 225))
    #expect(CurrencyAmount(cents: 150) - CurrencyAmount(cents: 175) == CurrencyAmount(cents: -25))
    #expect(CurrencyAmount(cents: -1) < CurrencyAmount(cents: 0))
  }
}
