import Testing
import VocativeUnderstanding

@Suite("Numbers in dialogs")
struct SpokenNumberTests {
  @Test(
    "An ordinal has its spoken ending",
    arguments: [
      (1, "first"), (2, "second"), (3, "third"), (4, "fourth"), (5, "fifth"), (8, "eighth"), (9, "ninth"), (12, "twelfth"),
      (13, "thirteenth"), (20, "twentieth"), (21, "twenty first"), (30, "thirtieth"), (31, "thirty first"),
      (100, "one hundredth"),
    ])
  func ordinal(number: Int, spoken: String) {
    #expect(SpokenNumber.ordinal(number) == spoken)
  }

  @Test(
    "A year is spoken in hundreds, except for the first years of a millennium",
    arguments: [
      (1970, "nineteen seventy"), (1905, "nineteen oh five"), (1900, "nineteen hundred"), (2000, "two thousand"),
      (2005, "two thousand five"), (2010, "twenty ten"), (2026, "twenty twenty six"), (2100, "twenty one hundred"),
      (476, "four hundred seventy six"),
    ])
  func year(number: Int, spoken: String) {
    #expect(SpokenNumber.year(number) == spoken)
  }

  @Test("A count of one is singular, and all other counts are plural")
  func count() {
    #expect(SpokenNumber.count(0, "photo") == "zero photos")
    #expect(SpokenNumber.count(1, "photo") == "one photo")
    #expect(SpokenNumber.count(21, "photo") == "twenty one photos")
  }
}
