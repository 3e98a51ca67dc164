public import Foundation

/// An n-gram model of graphones for one language, read in place.
///
/// Layout, little-endian: `VG2P`, version, order, number of phones, 0, number of graphones (2 bytes); the length and name of each
/// phone; the letter, number of phones and two phones of each graphone; 256 log probabilities and 256 back-off weights as 4-byte
/// floats; the number of nodes of each level from 1 to the order (4 bytes); then the nodes of each level: the index of the first
/// child in the next level, with one more at the end (4 bytes each, absent in the last level), the symbols (2 bytes each), the
/// indices of the probabilities (1 byte each) and of the back-off weights (1 byte each, absent in the last level).
public struct PronunciationModel: Sendable {
  /// The phones, in the order of their indices in graphones.
  public let phones: [String]
  /// The graphones in the order of their symbols.
  let graphones: [Graphone]
  /// The order of the model: the length of its longest n-gram.
  let order: Int
  /// The whole model.
  public let data: Data
  let logProbabilities: [Float]
  let logWeights: [Float]
  let levels: [Level]

  /// The positions of one level's nodes in the data.
  struct Level {
    let count: Int
    let children: Int
    let symbols: Int
    let probabilities: Int
    let weights: Int
  }

  static let magic = Data("VG2P".utf8)
  static let version: UInt8 = 1

  /// Reads the header of a model and locates its levels; nodes are read on demand.
  ///
  /// - Throws: `PronunciationModelError` if the data is not a model or is truncated.
  public init(_ data: Data) throws(PronunciationModelError) {
    var reader = PronunciationModelReader(data)
    guard try reader.bytes(4) == Self.magic, try reader.integer(UInt8.self) == Self.version else {
      throw PronunciationModelError(reason: "not a pronunciation model of version \(Self.version)")
    }
    order = Int(try reader.integer(UInt8.self))
    guard order > 0 else { throw PronunciationModelError(reason: "the pronunciation model has no levels") }
    let phoneCount = try reader.integer(UInt8.self)
    _ = try reader.integer(UInt8.self)
    let graphoneCount = try reader.integer(UInt16.self)
    var phones: [String] = []
    for _ in 0..<phoneCount {
      phones.append(String(decoding: try reader.bytes(Int(try reader.integer(UInt8.self))), as: UTF8.self))
    }
    self.phones = phones
    var graphones: [Graphone] = []
    for _ in 0..<graphoneCount {
      let bytes = Array(try reader.bytes(4))
      guard bytes[1] <= Graphone.maxPhones, bytes[2...].allSatisfy({ $0 < phoneCount }) else {
        throw PronunciationModelError(reason: "the pronunciation model has a graphone with unknown phones")
      }
      graphones.append(Graphone(letter: bytes[0], phones: Array(bytes[2..<2 + Int(bytes[1])])))
    }
    self.graphones = graphones
    logProbabilities = try reader.floats(256)
    logWeights = try reader.floats(256)
    var counts: [Int] = []
    for _ in 0..<order { counts.append(Int(try reader.integer(UInt32.self))) }
    var levels: [Level] = []
    for (index, count) in counts.enumerated() {
      let isLast = index == counts.count - 1
      levels.append(
        Level(
          count: count, children: try reader.skip(isLast ? 0 : (count + 1) * 4), symbols: try reader.skip(count * 2),
          probabilities: try reader.skip(count), weights: try reader.skip(isLast ? 0 : count)))
    }
    self.levels = levels
    self.data = data
  }
}

/// The reason a pronunciation model cannot be used.
public struct PronunciationModelError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason.
  public let reason: String

  /// The reason, as text.
  public var description: String { reason }
}
