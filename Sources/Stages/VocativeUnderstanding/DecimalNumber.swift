/// A number with up to two decimals, as in 21.5.
public struct DecimalNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The maximum magnitude.
  public static let largest = DecimalNumber(hundredths: SpokenNumber.largest * 100 + 99)

  /// The number of hundredths: 2150 for 21.5.
  public let hundredths: Int

  /// Creates a number of hundredths.
  public init(hundredths: Int) { self.hundredths = hundredths }

  /// Creates a whole number, or the closest one that can be read.
  public init(_ whole: Int) { hundredths = min(max(whole, -SpokenNumber.largest), SpokenNumber.largest) * 100 }

  /// Creates a number from digits with an optional point: `21.5`, `-3`, `0.25`; nil for any other text, and above 999,999.99.
  public init?(_ text: some StringProtocol) {
    guard let match = String(text).wholeMatch(of: #/(-?)([0-9]{1,6})(?:\.([0-9])([0-9])?0*)?/#), let whole = Int(match.2) else {
      return nil
    }
    func digit(_ text: Substring?) -> Int { text.flatMap { Int($0) } ?? 0 }
    let magnitude = whole * 100 + digit(match.3) * 10 + digit(match.4)
    hundredths = match.1.isEmpty ? magnitude : -magnitude
  }

  /// The number in digits, without zeros at the end: `21.5`, `21`, `-0.25`.
  public var description: String {
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    let fraction = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return "\(hundredths < 0 ? "-" : "")\(whole)\(fraction)"
  }

  /// Returns whether one number is smaller than another.
  public static func < (left: DecimalNumber, right: DecimalNumber) -> Bool { left.hundredths < right.hundredths }
}

/// Numbers with decimals from one bound to the other, both included, in steps.
public struct DecimalRange: Hashable, Sendable, CustomStringConvertible {
  /// The first number.
  public let from: DecimalNumber
  /// The upper bound.
  public let through: DecimalNumber
  /// The distance from one number to the next.
  public let step: DecimalNumber

  /// Creates a range; nil if it is empty, has no step, or exceeds the largest number.
  public init?(from: DecimalNumber, through: DecimalNumber, step: DecimalNumber) {
    guard from <= through, step > DecimalNumber(0), -DecimalNumber.largest.hundredths <= from.hundredths,
      through <= DecimalNumber.largest
    else { return nil }
    (self.from, self.through, self.step) = (from, through, step)
  }

  /// The default range: 0 to 999,999.99 in hundredths.
  public static let all = DecimalRange(
    clamping: DecimalNumber(0)...DecimalNumber.largest, step: DecimalNumber(hundredths: 1))

  /// Creates a range within the bounds of what can be read, with a step of at least one hundredth.
  public init(clamping range: ClosedRange<DecimalNumber>, step: DecimalNumber) {
    let bounds = -DecimalNumber.largest.hundredths...DecimalNumber.largest.hundredths
    func clamped(_ number: DecimalNumber) -> DecimalNumber {
      DecimalNumber(hundredths: min(max(number.hundredths, bounds.lowerBound), bounds.upperBound))
    }
    from = clamped(range.lowerBound)
    through = clamped(range.upperBound)
    self.step = DecimalNumber(hundredths: min(max(step.hundredths, 1), bounds.upperBound))
  }

  /// Returns the smallest range that has the numbers of both.
  public func union(_ other: DecimalRange) -> DecimalRange {
    func divisor(_ one: Int, _ other: Int) -> Int { other == 0 ? one : divisor(other, one % other) }
    let offset = abs(from.hundredths - other.from.hundredths)
    let step = divisor(divisor(step.hundredths, other.step.hundredths), offset)
    return DecimalRange(
      clamping: min(from, other.from)...max(through, other.through), step: DecimalNumber(hundredths: step))
  }

  /// The form `5 to 30 in steps of 0.5`.
  public var description: String { "\(from) to \(through) in steps of \(step)" }

  /// Returns whether it has a number.
  public func contains(_ number: DecimalNumber) -> Bool {
    from <= number && number <= through && (number.hundredths - from.hundredths) % step.hundredths == 0
  }

  /// The hundredths after the point of its numbers, in order.
  var fractions: [Int] {
    // After a hundred steps, the fractions repeat.
    let count = (through.hundredths - from.hundredths) / step.hundredths + 1
    return Set((0..<min(count, 100)).map { abs(from.hundredths + $0 * step.hundredths) % 100 }).sorted()
  }
}
