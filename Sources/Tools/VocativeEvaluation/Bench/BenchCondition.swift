import Foundation

/// How the recordings of a benchmark are heard: as they are, or with a noise.
public struct BenchCondition: Hashable, Sendable, Encodable {
  /// The noise, by the name of its file without the extension; nil for none.
  public let noise: String?
  /// Signal-to-noise ratio in dB; nil without noise.
  public let snr: Double?

  /// The recordings as they are.
  public static let quiet = BenchCondition(noise: nil, snr: nil)

  /// The condition as a table shows it: `quiet`, `kitchen 6 dB`.
  public var name: String {
    guard let noise, let snr else { return "quiet" }
    return noise + String(format: " %g dB", snr)
  }

  private enum CodingKeys: String, CodingKey { case noise, snr }

  /// Writes both fields, as null where there is none.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(noise, forKey: .noise)
    try fields.encode(snr, forKey: .snr)
  }
}
