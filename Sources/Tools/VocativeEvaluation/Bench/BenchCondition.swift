import Foundation

/// The condition of a benchmark's recordings: unchanged, or with added noise.
public struct BenchCondition: Hashable, Sendable, Encodable {
  /// The noise, by the name of its file without the extension; nil for none.
  public let noise: String?
  /// The signal-to-noise ratio in dB; nil without noise.
  public let snr: Double?

  /// The unchanged recordings.
  public static let quiet = BenchCondition(noise: nil, snr: nil)

  /// The condition's name in a table: `quiet`, `kitchen 6 dB`.
  public var name: String {
    guard let noise, let snr else { return "quiet" }
    return noise + String(format: " %g dB", snr)
  }

  private enum CodingKeys: String, CodingKey { case noise, snr }

  /// Encodes both fields, as null if they are missing.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(noise, forKey: .noise)
    try fields.encode(snr, forKey: .snr)
  }
}
