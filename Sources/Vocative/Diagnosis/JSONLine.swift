import Foundation
import ProgramOutput

extension Encodable {
  /// The value as one line of JSON with its fields in alphabetical order, the form every program of ours prints.
  package var jsonLine: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Only a number that is not finite cannot be encoded, and none of these values has one.
    return (try? encoder.encode(self)).map { PrintableText.json(String(decoding: $0, as: UTF8.self)) } ?? "{}"
  }
}
