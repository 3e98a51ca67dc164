import Foundation
import ProgramOutput

extension Encodable {
  /// The value as one line of JSON with fields in alphabetical order, the format that all programs print.
  package var jsonLine: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding only fails for a number that is not finite, and these values have none.
    return (try? encoder.encode(self)).map { PrintableText.json(String(decoding: $0, as: UTF8.self)) } ?? "{}"
  }
}
