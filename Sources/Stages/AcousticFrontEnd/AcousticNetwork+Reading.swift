public import Foundation

extension AcousticNetwork {
  private static let magic = Data("VNET".utf8)
  private static let version = 1
  /// A maximum for every number in the header; larger ones cannot be right.
  private static let limit = 1 << 20

  /// Reads a network.
  ///
  /// Layout, little-endian: `VNET`; version, frames before, frames after, coefficients in a frame, the number of sizes of the model
  /// definition and these sizes, the number of senones, the number of senones of phones without context and the number of each, the number
  /// of layers and the outputs of each (4 bytes each); then 2-byte floats: for each layer, and for the outputs for all senones and
  /// for those of phones without context, the biases and the weights of each input; and for both outputs the logarithms of the probabilities
  /// in any frame. The inputs are the frames in time order, each without and then with noise removal. All layers except the last one have
  /// rectified linear outputs. `Tests/AcousticNetwork/train.py` writes a network.
  ///
  /// - Throws: `AcousticNetworkError` if the data is not a network, is truncated or has bytes after its end.
  public init(_ data: Data) throws(AcousticNetworkError) {
    guard data.prefix(Self.magic.count) == Self.magic else { throw AcousticNetworkError(reason: "not an acoustic network") }
    var rest = Numbers(data.dropFirst(Self.magic.count))
    guard try rest.next() == Self.version else {
      throw AcousticNetworkError(reason: "not an acoustic network of version \(Self.version)")
    }
    func count() throws(AcousticNetworkError) -> Int {
      let count = try rest.next()
      guard count <= Self.limit else { throw AcousticNetworkError(reason: "the acoustic network has a size of \(count)") }
      return count
    }
    func counts() throws(AcousticNetworkError) -> [Int] {
      var counts: [Int] = []
      for _ in 0..<(try count()) { counts.append(try count()) }
      return counts
    }
    let (framesBefore, framesAfter, coefficientCount) = (try count(), try count(), try count())
    let definitionSizes = try counts()
    let senoneCount = try count()
    let phoneSenones = try counts()
    guard senoneCount > 0, phoneSenones.allSatisfy({ $0 < senoneCount }) else {
      throw AcousticNetworkError(reason: "the acoustic network does not score senones")
    }
    func layer(_ inputs: Int, _ outputs: Int) throws(AcousticNetworkError) -> DenseLayer {
      DenseLayer(biases: try rest.floats(outputs), weights: try rest.floats(inputs * outputs))
    }
    let hidden = try counts()
    guard !hidden.isEmpty else { throw AcousticNetworkError(reason: "the acoustic network has no hidden layer") }
    var layers: [DenseLayer] = []
    var inputs = (framesBefore + 1 + framesAfter) * 2 * coefficientCount
    for outputs in hidden {
      layers.append(try layer(inputs, outputs))
      inputs = outputs
    }
    let outputLayers = (try layer(inputs, senoneCount), try layer(inputs, phoneSenones.count))
    self.init(
      framesBefore: framesBefore, framesAfter: framesAfter, coefficientCount: coefficientCount, definitionSizes: definitionSizes,
      layers: layers, senones: Output(layer: outputLayers.0, logPriors: try rest.floats(senoneCount)),
      phones: (Output(layer: outputLayers.1, logPriors: try rest.floats(phoneSenones.count)), phoneSenones))
    guard rest.isAtEnd else { throw AcousticNetworkError(reason: "the acoustic network has bytes after its end") }
  }
}

/// The reason an acoustic network cannot be used.
public struct AcousticNetworkError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason.
  public let reason: String

  /// The reason, as text.
  public var description: String { reason }
}

/// The numbers of a network, from start to end.
private struct Numbers {
  private var rest: Data

  init(_ data: Data) { rest = data }

  var isAtEnd: Bool { rest.isEmpty }

  /// Takes a number of 4 bytes.
  mutating func next() throws(AcousticNetworkError) -> Int {
    let size = MemoryLayout<UInt32>.size
    return Int(UInt32(littleEndian: try take(size).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }))
  }

  /// Takes floats of 2 bytes.
  mutating func floats(_ count: Int) throws(AcousticNetworkError) -> [Float] {
    let size = MemoryLayout<UInt16>.size
    return try take(count * size).withUnsafeBytes { bytes in
      (0..<count).map { index in
        Float(Float16(bitPattern: UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: index * size, as: UInt16.self))))
      }
    }
  }

  private mutating func take(_ size: Int) throws(AcousticNetworkError) -> Data {
    guard rest.count >= size else { throw AcousticNetworkError(reason: "the acoustic network is truncated") }
    defer { rest = rest.dropFirst(size) }
    return rest.prefix(size)
  }
}
