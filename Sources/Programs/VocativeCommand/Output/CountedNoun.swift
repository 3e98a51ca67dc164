/// A number and its noun: `1 phrase`, `2 phrases`.
struct CountedNoun: CustomStringConvertible {
  let count: Int
  let noun: String

  init(_ count: Int, _ noun: String) {
    self.count = count
    self.noun = noun
  }

  var description: String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
