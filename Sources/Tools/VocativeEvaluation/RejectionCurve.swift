/// How many commands that were heard rightly are lost so that what is no command is rejected, as the least confidence rises.
public struct RejectionCurve: Encodable, Sendable {
  /// A least confidence and what it costs and brings.
  public struct Point: Encodable, Sendable {
    /// Confidence below which a phrase is rejected.
    public let threshold: Double
    /// Share of the rightly heard commands that is rejected, from 0 to 1.
    public let lost: Double
    /// Share of what is no command that is rejected, from 0 to 1; nil without any.
    public let rejected: Double?
  }

  /// How many commands were heard rightly, believed or not.
  public let commands: Int
  /// How many recordings hold no command.
  public let outOfGrammar: Int
  /// The least confidence that is used when nothing else is said.
  public let shipped: Point
  /// The highest least confidence that loses no more than 2 % of the commands.
  public let atTwoPercentLost: Point
  /// All that loses no more than a fifth of the commands, from none lost on.
  public let points: [Point]

  /// - Parameters:
  ///   - commands: Confidence of each command that was heard rightly.
  ///   - outOfGrammar: Confidence of what each recording without a command was taken for; nil if it was taken for nothing.
  ///   - shipped: The least confidence that is used when nothing else is said.
  public init(commands: [Double], outOfGrammar: [Double?], shipped: Double) {
    let sorted = commands.sorted()
    func point(_ threshold: Double) -> Point {
      let rejected = outOfGrammar.count { ($0 ?? -1) < threshold }
      return Point(
        threshold: threshold, lost: Double(sorted.count { $0 < threshold }) / Double(max(sorted.count, 1)),
        rejected: outOfGrammar.isEmpty ? nil : Double(rejected) / Double(outOfGrammar.count))
    }
    func highestPoint(losing share: Double) -> Point {
      // Rejecting all below a command's own confidence loses only those before it.
      sorted.isEmpty ? point(1) : point(sorted[min(Int(share * Double(sorted.count)), sorted.count - 1)])
    }
    self.commands = commands.count
    self.outOfGrammar = outOfGrammar.count
    self.shipped = point(shipped)
    atTwoPercentLost = highestPoint(losing: 0.02)
    points = sorted.prefix(Int(0.2 * Double(sorted.count)) + 1).map { point($0) }
  }
}
