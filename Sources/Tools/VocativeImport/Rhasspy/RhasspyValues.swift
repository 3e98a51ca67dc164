/// The values of tags.
enum RhasspyValues {
  /// A spoken form with the text it produces.
  struct Pair: Equatable {
    let heard: String
    let emitted: String
  }

  /// The maximum number of values of a tag.
  static let maxCount = 2_000

  /// The supported converters; others are programs.
  static let converters: Set<String> = ["int", "float", "bool", "lower", "upper"]

  /// Returns every pair of the first part followed by every pair of the second.
  ///
  /// - Throws: `RhasspyExpressionParser.Failure` if there are too many.
  static func product(_ pairs: [Pair], _ others: [Pair]) throws(RhasspyExpressionParser.Failure) -> [Pair] {
    guard pairs.count * others.count <= maxCount else { throw tooMany }
    return pairs.flatMap { pair in
      others.map { Pair(heard: joined(pair.heard, $0.heard), emitted: joined(pair.emitted, $0.emitted)) }
    }
  }

  /// Returns the pairs unchanged.
  ///
  /// - Throws: `RhasspyExpressionParser.Failure` if there are too many.
  static func checked(_ pairs: [Pair]) throws(RhasspyExpressionParser.Failure) -> [Pair] {
    guard pairs.count <= maxCount else { throw tooMany }
    return pairs
  }

  /// Returns the numbers of a range, limited to the maximum number of values of a tag.
  ///
  /// - Throws: `RhasspyExpressionParser.Failure` if there are none or too many.
  static func numbers(
    from: Int, through: Int, step: Int
  ) throws(RhasspyExpressionParser.Failure) -> StrideThrough<Int> {
    let (span, overflows) = through.subtractingReportingOverflow(from)
    guard !overflows, span >= 0, step > 0, span / step < maxCount else {
      throw .init(reason: "the range \(from)..\(through) is empty or too long")
    }
    return stride(from: from, through: through, by: step)
  }

  /// Returns a value after conversion; a value that cannot be converted stays unchanged.
  static func converted(_ value: String, by converters: [String]) -> String {
    converters.reduce(value) { value, converter in
      switch converter {
      case "int": Double(value).flatMap { Int(exactly: $0.rounded(.towardZero)) }.map(String.init) ?? value
      case "float": Double(value).map { String($0) } ?? value
      case "bool": ["", "0", "false", "no", "off"].contains(value.lowercased()) ? "false" : "true"
      case "lower": value.lowercased()
      case "upper": value.uppercased()
      default: value
      }
    }
  }

  private static var tooMany: RhasspyExpressionParser.Failure { .init(reason: "a tag has more than \(maxCount) values") }

  private static func joined(_ one: String, _ other: String) -> String {
    one.isEmpty ? other : other.isEmpty ? one : "\(one) \(other)"
  }
}
