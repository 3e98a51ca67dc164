public import Foundation

/// The results of a benchmark.
public struct BenchReport: Sendable {
  /// The folder, as given by the user.
  public let folder: String
  /// The part of the measurement that was done; nil for all.
  public private(set) var part: String?
  /// The error that ended the measurement early; nil if it was done.
  public private(set) var failure: (any Error)?
  /// The commands of each set in each condition.
  public var commands: [CommandRow] = []
  /// The commands of each set, played to the grammars of the other sets.
  public var refusals: [RefusalRow] = []
  /// The keyphrases.
  public var wakePhrases: [WakeRow] = []
  /// The result of every recording; empty unless requested.
  public var recordings: [RecordingDetail] = []

  /// Creates a report without rows.
  public init(folder: String, part: String? = nil) {
    self.folder = folder
    self.part = part
  }

  /// Whether there is no result.
  public var isEmpty: Bool { commands.isEmpty && refusals.isEmpty && wakePhrases.isEmpty }

  /// Marks the report as a part, because an error ended the measurement after some of its stages.
  public mutating func end(because error: any Error, after count: Int, of total: Int) {
    failure = error
    let done = "only the first \(count) of \(total) measurements"
    part = part.map { "\($0), \(done)" } ?? done
  }

  /// All commands together, followed by the held-out and the fitted sets if there are both.
  public var totals: [CommandRow] {
    let (fitted, heldOut) = (commands.filter { $0.isFitted == true }, commands.filter { $0.isFitted == false })
    guard !fitted.isEmpty, !heldOut.isEmpty else {
      return [CommandRow(merging: commands, named: "all sets")].compactMap(\.self)
    }
    return [
      CommandRow(merging: commands, named: "all sets"),
      CommandRow(merging: heldOut, named: "held-out sets"),
      CommandRow(merging: fitted, named: "fitted sets"),
    ].compactMap(\.self)
  }

  /// Vocative's missed keyphrases divided by the baseline's, over all sets and conditions; nil without a baseline or without its
  /// misses.
  public var missRatio: Double? {
    let both = wakePhrases.compactMap { row in
      row.plainMissRate.map { (vocative: row.missRate * Double(row.count), plain: $0 * Double(row.count)) }
    }
    let plain = both.reduce(0) { $0 + $1.plain }
    return plain > 0 ? both.reduce(0) { $0 + $1.vocative } / plain : nil
  }

  /// The report as JSON, without individual recordings.
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

  /// Encodes the rows and their totals.
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
