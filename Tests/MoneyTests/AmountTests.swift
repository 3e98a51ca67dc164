import Money
import Testing

@Suite("An amount of money")
struct AmountTests {
  @Test(
    "It is said and written as people do",
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
    #expect(Amount(cents: cents).spoken == spoken)
    #expect(Amount(cents: cents).written == written)
  }

  @Test("Amounts are compared and reckoned with in cents")
  func arithmetic() {
    #expect(Amount(cents: 150) + Amount(cents: 75) == Amount(cents: 225))
    #expect(Amount(cents: 150) - Amount(cents: 175) == Amount(cents: -25))
    #expect(Amount(cents: -1) < Amount(cents: 0))
  }
}
