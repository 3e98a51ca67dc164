/// The match of confidence and reality: of the phrases with confidence 0.8, eight in ten should be correct.
public struct Calibration: Encodable, Sendable {
  /// The phrases whose confidence is in one tenth of the scale.
  public struct Bin: Encodable, Sendable {
    /// The lower bound of the bin, from 0 to 1.
    public let from: Double
    /// The upper bound of the bin, exclusive; the last bin includes 1.
    public let to: Double
    /// The number of phrases.
    public let count: Int
    /// Their mean confidence, from 0 to 1; nil if the bin is empty.
    public let confidence: Double?
    /// The share of correct phrases, from 0 to 1; nil if the bin is empty.
    public let right: Double?
  }

  /// Ten bins, from 0 to 1.
  public let bins: [Bin]
  /// The mean difference between confidence and the share of correct phrases, weighted by bin size (Naeini and others, 2015).
  public let expectedCalibrationError: Double
  /// The number of phrases.
  public let count: Int

  /// Creates the calibration of accepted and rejected phrases.
  public init(_ phrases: [(confidence: Double, isRight: Bool)]) {
    let binCount = Self.binCount
    count = phrases.count
    bins = (0..<binCount).map { index in
      let members = phrases.filter { min(Int($0.confidence * Double(binCount)), binCount - 1) == index }
      func share(_ sum: Double) -> Double? { members.isEmpty ? nil : sum / Double(members.count) }
      let (from, to) = Self.limits(of: index)
      return Bin(
        from: from, to: to, count: members.count, confidence: share(members.map(\.confidence).reduce(0, +)),
        right: share(Double(members.count(where: \.isRight))))
    }
    expectedCalibrationError = Self.error(of: bins)
  }
}

extension Calibration {
  /// Combines several calibrations.
  init(merging parts: [Calibration]) {
    bins = Calibration([]).bins.indices.map { index in
      let members = parts.map { $0.bins[index] }
      let count = members.reduce(0) { $0 + $1.count }
      func mean(_ value: (Bin) -> Double?) -> Double? {
        count == 0 ? nil : members.reduce(0) { $0 + Double($1.count) * (value($1) ?? 0) } / Double(count)
      }
      let (from, to) = Calibration.limits(of: index)
      return Bin(from: from, to: to, count: count, confidence: mean(\.confidence), right: mean(\.right))
    }
    count = bins.reduce(0) { $0 + $1.count }
    expectedCalibrationError = Calibration.error(of: bins)
  }

  fileprivate static func limits(of index: Int) -> (from: Double, to: Double) {
    (Double(index) / Double(binCount), Double(index + 1) / Double(binCount))
  }

  fileprivate static func error(of bins: [Bin]) -> Double {
    let count = bins.reduce(0) { $0 + $1.count }
    let weighted = bins.reduce(0) { $0 + Double($1.count) * abs(($1.confidence ?? 0) - ($1.right ?? 0)) }
    return count == 0 ? 0 : weighted / Double(count)
  }

  fileprivate static let binCount = 10
}
