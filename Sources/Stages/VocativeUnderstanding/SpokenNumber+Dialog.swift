extension SpokenNumber {
  /// Returns a number in words with its noun: `one photo`, `two photos`.
  public static func count(_ number: Int, _ noun: String) -> String {
    words(number).joined(separator: " ") + " " + noun + (number == 1 ? "" : "s")
  }

  /// Returns an ordinal: `first`, `twenty third`.
  public static func ordinal(_ number: Int) -> String {
    var words = words(number)
    let last = words.removeLast()
    let irregular = [
      "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth", "twelve": "twelfth",
    ]
    words.append(irregular[last] ?? (last.hasSuffix("y") ? last.dropLast() + "ieth" : last + "th"))
    return words.joined(separator: " ")
  }

  /// Returns a year as it is spoken: `nineteen ninety nine`, `two thousand five`, `twenty twenty six`.
  public static func year(_ number: Int) -> String {
    let (century, rest) = (number / 100, number % 100)
    guard (1000..<10_000).contains(number), century % 10 != 0 || rest >= 10 else {
      return words(number).joined(separator: " ")
    }
    let end = rest == 0 ? ["hundred"] : rest < 10 ? ["oh"] + words(rest) : words(rest)
    return (words(century) + end).joined(separator: " ")
  }
}
