extension Int {
  /// Returns the decimal digits of a number that is not negative, with zeros before them: `07`.
  package func digits(_ count: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
  }
}
