public import Foundation

/// What a benchmark found.
public struct BenchReport: Sendable {
  /// The folder as it was named.
  public let folder: String
  /// Which part of the recordings was measured; nil for all of them.
  public let part: String?
  /// The commands of each set in each condition.
  public var commands: [CommandRow] = []
  /// The commands of each set said to the grammars of the others.
  public var refusals: [RefusalRow] = []
  /// The keyphrases.
  public var wakePhrases: [WakeRow] = []
  /// What came of every recording; empty unless it was asked for.
  public var recordings: [RecordingDetail] = []

  /// A report without any rows yet.
  public init(folder: String, part: String? = nil) {
    self.folder = folder
    self.part = part
  }

  /// All commands together, then the held-out sets and the fitted ones apart where there are both.
  public var totals: [CommandRow] {
    let (fitted, heldOut) = (commands.filter { $0.isFitted == true }, commands.filter { $0.isFitted == false })
    guard !fitted.isEmpty, !heldOut.isEmpty else {
      return [CommandRow(merging: commands, named: "all sets", isFitted: commands.first?.isFitted)].compactMap(\.self)
    }
    return [
      CommandRow(merging: commands, named: "all sets", isFitted: nil),
      CommandRow(merging: heldOut, named: "held-out sets", isFitted: false),
      CommandRow(merging: fitted, named: "fitted sets", isFitted: true),
    ].compactMap(\.self)
  }

  /// Vocative's missed keyphrases over the baseline's, over all sets and conditions; nil without a baseline, or when it missed none.
  public var missRatio: Double? {
    let both = wakePhrases.compactMap { row in
      row.plainMissRate.map { (vocative: row.missRate * Double(row.count), plain: $0 * Double(row.count)) }
    }
    let plain = both.reduce(0) { $0 + $1.plain }
    return plain > 0 ? both.reduce(0) { $0 + $1.vocative } / plain : nil
  }

  /// The report as JSON, without the single recordings.
  public var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }
}

extension BenchReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case folder, part, commands, totals, refusals, wakePhrases, missRatio
  }

  /// Writes the rows and what they come to.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(folder, forKey: .folder)
    try fields.encodeIfPresent(part, forKey: .part)
    try fields.encode(commands, forKey: .commands)
    try fields.encode(totals, forKey: .totals)
    try fields.encode(refusals, forKey: .refusals)
    try fields.encode(wakePhrases, forKey: .wakePhrases)
    try fields.encodeIfPresent(missRatio, forKey: .missRatio)
  }
}
