import VocativeIntents

/// Reads the dates of a column, all in the same order.
enum StatementDate {
  private static let months: [String: Int] = [
    "jan": 1, "feb": 2, "mar": 3, "mär": 3, "mae": 3, "mrz": 3, "apr": 4, "may": 5, "mai": 5, "jun": 6, "jul": 7, "aug": 8,
    "sep": 9,
    "oct": 10, "okt": 10, "nov": 11, "dec": 12, "dez": 12,
  ]

  /// Returns the day of a text; nil if it is not a date in this order.
  static func day(_ text: String, _ order: StatementOptions.DateOrder) -> CalendarDay? {
    // A time of day may follow.
    let text =
      text.trimmingPrefix(while: \.isWhitespace)
      .prefixMatch(of: #/(.*?)(?:[T ]+\d{1,2}:\d{2}.*)?\s*$/#).map { String($0.1) } ?? text
    if let match = text.wholeMatch(of: #/(\d{4})([-\/.])(\d{1,2})\2(\d{1,2})/#) { return day(match.1, match.3, match.4) }
    if let match = text.wholeMatch(of: #/(\d{4})(\d{2})(\d{2})/#) { return day(match.1, match.2, match.3) }
    if let match = text.wholeMatch(of: #/(\d{1,2})([-\/.])(\d{1,2})\2(\d{4}|\d{2})/#) {
      // Dots are only used with the day first.
      let isDayFirst = order == .dayFirst || match.2 == "."
      return isDayFirst ? day(match.4, match.3, match.1) : day(match.4, match.1, match.3)
    }
    if let match = text.wholeMatch(of: #/(\d{1,2})[-. ]+(\p{Letter}{3,9})[-., ]+(\d{4}|\d{2})/#) {
      return month(match.2).flatMap { day(match.3, $0, match.1) }
    }
    if let match = text.wholeMatch(of: #/(\p{Letter}{3,9})[-. ]+(\d{1,2})[-., ]+(\d{4})/#) {
      return month(match.1).flatMap { day(match.3, $0, match.2) }
    }
    return nil
  }

  private static func month(_ name: Substring) -> Substring? {
    months[String(name.lowercased().prefix(3))].map { Substring(String($0)) }
  }

  private static func day(_ year: Substring, _ month: Substring, _ day: Substring) -> CalendarDay? {
    guard var year = Int(year), let month = Int(month), let day = Int(day) else { return nil }
    if year < 100 { year += 2000 }
    guard (1970...2100).contains(year) else { return nil }
    return CalendarDay(year: year, month: month, day: day)
  }
}
