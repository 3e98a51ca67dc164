import VocativeUnderstanding
import Yams

/// What a slot of Home Assistant's sentences may be.
enum HomeAssistantList {
  /// A value: what is said, and what the slot's value is then.
  struct Value {
    let spoken: String
    let identifier: String
    /// What is known of it, such as its domain.
    var context: [String: String] = [:]
    let location: Grammar.Location
  }

  /// Numbers in steps.
  struct Range: Equatable {
    let from: Int
    let through: Int
    let step: Int
    /// What is between two whole numbers: nothing, halves or tenths.
    let fractions: [Int]
    /// What the number that is said is multiplied with; nil for nothing.
    let multiplier: Double?

    /// Whether it is whole numbers, one after the other, that mean themselves.
    var isPlain: Bool { step == 1 && isWhole }
    /// Whether it is whole numbers that mean themselves.
    var isWhole: Bool { fractions.isEmpty && multiplier == nil }

    /// Every number, written out.
    var values: [ImportedAssistant.Value] {
      stride(from: from, through: through, by: step).flatMap { number in
        ([0] + fractions).map { tenth in
          let said = Double(number) + Double(tenth) / 10
          return ImportedAssistant.Value(
            identifier: Self.text(of: said * (multiplier ?? 1)),
            spoken: [tenth == 0 ? "\(number)" : "\(number) point \(tenth)"])
        }
      }
    }

    private static func text(of number: Double) -> String {
      number.rounded() == number && abs(number) < 1e15 ? String(Int(number)) : String(number)
    }
  }

  /// One of some values.
  case values([Value])
  /// A number.
  case range(Range)
  /// Any words, which no closed grammar has.
  case wildcard

  /// The values, where it is a list of those.
  var listed: [Value]? { if case .values(let values) = self { values } else { nil } }
}
