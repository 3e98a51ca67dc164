/// The interruption of a benchmark whose results until then were written.
struct InterruptedBench: Error, CustomStringConvertible {
  /// The part that was measured.
  let part: String

  /// The interruption and the part.
  var description: String { "interrupted; the results have \(part)" }
}
