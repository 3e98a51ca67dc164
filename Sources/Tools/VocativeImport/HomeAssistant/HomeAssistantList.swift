import VocativeUnderstanding
import Yams

/// The possible contents of a slot in Home Assistant's sentences.
enum HomeAssistantList {
  /// A value with its spoken form.
  struct Value {
    let spoken: String
    let identifier: String
    /// The attributes of the value, such as its domain.
    var context: [String: String] = [:]
    let location: Grammar.Location
  }

  /// A range of numbers with a step.
  struct Range: Equatable {
    let from: Int
    let through: Int
    let step: Int
    /// The fractions between two whole numbers: none, halves or tenths.
    let fractions: [Int]
    /// The factor applied to the spoken number; nil for none.
    let multiplier: Double?

    /// Whether the range has consecutive whole numbers without a factor.
    var isPlain: Bool { step == 1 && isWhole }
    /// Whether the range has only whole numbers without a factor.
    var isWhole: Bool { fractions.isEmpty && multiplier == nil }

    /// The range of its values; nil if they are too large for whole numbers.
    var bounds: ClosedRange<Int>? {
      guard let multiplier else { return from...through }
      let ends = [from, through].compactMap { Int(exactly: (Double($0) * multiplier).rounded()) }.sorted()
      return ends.count == 2 ? ends[0]...ends[1] : nil
    }

    /// Every number, spelled out.
    var values: [ImportedAssistant.Value] {
      stride(from: from, through: through, by: step).flatMap { number in
        ([0] + fractions).map { tenth in
          let said = Double(number) + Double(tenth) / 10
          return ImportedAssistant.Value(
            identifier: Self.text(of: said * (multiplier ?? 1)),
            spoken: [tenth == 0 ? "\(number)" : Self.words(number, tenth)])
        }
      }
    }

    /// Returns the words of a whole number and some tenths: the half after -3 is -2.5.
    private static func words(_ number: Int, _ tenths: Int) -> String {
      number < 0 ? "minus \(-(number + 1)) point \(10 - tenths)" : "\(number) point \(tenths)"
    }

    private static func text(of number: Double) -> String {
      number.rounded() == number && abs(number) < 1e15 ? String(Int(number)) : String(number)
    }
  }

  /// A list of values.
  case values([Value])
  /// A range of numbers.
  case range(Range)
  /// Any words, which a closed grammar cannot contain.
  case wildcard

  /// The values, if it is a list of values.
  var listed: [Value]? { if case .values(let values) = self { values } else { nil } }
}
