/// The trade-off between lost commands and rejected other speech as the minimum confidence rises.
public struct RejectionCurve: Encodable, Sendable {
  /// A minimum confidence with its effects.
  public struct Point: Encodable, Sendable {
    /// The confidence below which a phrase is rejected, from 0 to 1.
    public let threshold: Double
    /// The share of correctly recognized commands that are rejected, from 0 to 1.
    public let lost: Double
    /// The share of out-of-grammar recordings that are rejected, from 0 to 1; nil without any.
    public let rejected: Double?
  }

  /// The number of correctly recognized commands, accepted or not.
  public let commands: Int
  /// The number of recordings without a command.
  public let outOfGrammar: Int
  /// The default minimum confidence.
  public let shipped: Point
  /// The highest minimum confidence that loses no more than 2 % of the commands.
  public let atTwoPercentLost: Point
  /// All points that lose no more than a fifth of the commands, starting with no loss.
  public let points: [Point]

  /// - Parameters:
  ///   - commands: The confidence of each correctly recognized command.
  ///   - outOfGrammar: The confidence of the phrase recognized in each recording without a command; nil if no phrase was
  ///     recognized.
  ///   - shipped: The default minimum confidence.
  public init(commands: [Double], outOfGrammar: [Double?], shipped: Double) {
    let sorted = commands.sorted()
    func point(_ threshold: Double) -> Point {
      let rejected = outOfGrammar.count { ($0 ?? -1) < threshold }
      return Point(
        threshold: threshold, lost: Double(sorted.count { $0 < threshold }) / Double(max(sorted.count, 1)),
        rejected: outOfGrammar.isEmpty ? nil : Double(rejected) / Double(outOfGrammar.count))
    }
    func highestPoint(losing share: Double) -> Point {
      // Rejecting everything below a command's own confidence loses only the commands before it.
      sorted.isEmpty ? point(1) : point(sorted[min(Int(share * Double(sorted.count)), sorted.count - 1)])
    }
    self.commands = commands.count
    self.outOfGrammar = outOfGrammar.count
    self.shipped = point(shipped)
    atTwoPercentLost = highestPoint(losing: 0.02)
    points = sorted.prefix(Int(0.2 * Double(sorted.count)) + 1).map { point($0) }
  }
}
