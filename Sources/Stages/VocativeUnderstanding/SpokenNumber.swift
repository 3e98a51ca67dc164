/// Whole numbers as English words.
///
/// `NumberFormatter` could spell them too, but loads 30 MB of locale data, which is too much for a Raspberry Pi.
public enum SpokenNumber {
  private static let small = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
  ]
  private static let tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
  private static let scales = [
    (1_000_000_000_000, "trillion"), (1_000_000_000, "billion"), (1_000_000, "million"), (1000, "thousand"),
  ]

  /// Returns the words of a number, as in `one hundred five`.
  public static func words(_ number: Int) -> [String] {
    if number < 0 { return ["minus"] + words(number == .min ? .max : -number) }
    if number < 20 { return [small[number]] }
    if number < 100 { return [tens[number / 10]] + (number % 10 == 0 ? [] : [small[number % 10]]) }
    if number < 1000 { return [small[number / 100], "hundred"] + (number % 100 == 0 ? [] : words(number % 100)) }
    for (size, name) in scales where number >= size {
      return words(number / size) + [name] + (number % size == 0 ? [] : words(number % size))
    }
    return []
  }
}
