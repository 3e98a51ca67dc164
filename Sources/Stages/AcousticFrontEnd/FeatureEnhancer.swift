public import Foundation
public import PocketSphinx

/// A network that corrects the cepstra of speech in a room, with noise or through another microphone, towards those of the speech
/// alone.
///
/// For each frame, the network receives the frames around it, without and with noise removal, and returns what to add to the frame
/// with noise removal. The acoustic model is trained on speech close to a microphone. Reverberation lengthens each sound into the
/// following ones, which subtracting a mean does not undo.
///
/// Layout of a model, little-endian: `VENH`; version, frames before, frames after, coefficients in a frame, number of layers, and
/// the outputs of each layer (4 bytes each); then for each layer the weights of each output and the biases, as 4-byte floats. The
/// inputs are the frames in time order, each without and then with noise removal. All layers except the last one have rectified
/// linear outputs. `Tests/Enhancement/train.py` writes a model.
public struct FeatureEnhancer: Sendable {
  /// The frames before the corrected one that the network receives.
  public let framesBefore: Int
  /// The frames after the corrected one that the network receives.
  public let framesAfter: Int
  /// The coefficients in a frame.
  public let coefficientCount: Int
  private let layers: [DenseLayer]

  private static let magic = Data("VENH".utf8)
  private static let version = 1
  /// A maximum for every number in the header; larger ones cannot be right.
  private static let limit = 4096

  /// Reads a model.
  ///
  /// - Throws: `FeatureEnhancerError` if the data is not a model, is truncated or has bytes after its end.
  public init(_ data: Data) throws(FeatureEnhancerError) {
    guard data.prefix(Self.magic.count) == Self.magic else {
      throw FeatureEnhancerError(reason: "not a speech enhancement model")
    }
    var words = Words(data.dropFirst(Self.magic.count))
    guard try words.next() == UInt32(Self.version) else {
      throw FeatureEnhancerError(reason: "not a speech enhancement model of version \(Self.version)")
    }
    framesBefore = try words.count(limit: Self.limit)
    framesAfter = try words.count(limit: Self.limit)
    coefficientCount = try words.count(limit: Self.limit)
    var outputs: [Int] = []
    for _ in 0..<(try words.count(limit: Self.limit)) { outputs.append(try words.count(limit: Self.limit)) }
    guard outputs.last == coefficientCount, !outputs.contains(0) else {
      throw FeatureEnhancerError(reason: "the speech enhancement model does not return a frame")
    }
    var layers: [DenseLayer] = []
    var inputs = (framesBefore + 1 + framesAfter) * 2 * coefficientCount
    for count in outputs {
      layers.append(DenseLayer(weights: try words.floats(inputs * count), biases: try words.floats(count)))
      inputs = count
    }
    guard words.isAtEnd else { throw FeatureEnhancerError(reason: "the speech enhancement model has bytes after its end") }
    self.layers = layers
  }

  /// Returns the corrected cepstra; the first and the last frame are repeated before and after them.
  ///
  /// Cepstra with another number of coefficients are returned unchanged.
  ///
  /// - Parameters:
  ///   - denoised: The cepstra with noise removal and a subtracted mean.
  ///   - noisy: The same cepstra without noise removal.
  public func enhanced(_ denoised: Cepstra, noisy: Cepstra) -> Cepstra {
    let frameCount = denoised.frameCount
    guard denoised.coefficientCount == coefficientCount, noisy.coefficientCount == coefficientCount,
      noisy.frameCount == frameCount, frameCount > 0
    else { return denoised }
    // The frames around a frame are one stretch of this array.
    var around: [Float] = []
    around.reserveCapacity((framesBefore + frameCount + framesAfter) * 2 * coefficientCount)
    for frame in -framesBefore..<frameCount + framesAfter {
      let start = min(max(frame, 0), frameCount - 1) * coefficientCount
      around += noisy.values[start..<start + coefficientCount]
      around += denoised.values[start..<start + coefficientCount]
    }
    let width = (framesBefore + 1 + framesAfter) * 2 * coefficientCount
    var enhanced = denoised
    for frame in 0..<frameCount {
      let start = frame * 2 * coefficientCount
      let correction = correction(from: Array(around[start..<start + width]))
      for index in 0..<coefficientCount { enhanced.values[frame * coefficientCount + index] += correction[index] }
    }
    return enhanced
  }

  private func correction(from inputs: [Float]) -> [Float] {
    var values = inputs
    for (index, layer) in layers.enumerated() {
      values = layer.outputs(of: values)
      if index < layers.count - 1 { values = values.map { max($0, 0) } }
    }
    return values
  }
}

/// The reason a speech enhancement model cannot be used.
public struct FeatureEnhancerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason.
  public let reason: String

  /// The reason, as text.
  public var description: String { reason }
}

/// The 4-byte words of a model, from start to end.
private struct Words {
  private var rest: Data

  init(_ data: Data) { rest = data }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func next() throws(FeatureEnhancerError) -> UInt32 {
    guard let word = try take(1).first else { throw Self.truncated }
    return word
  }

  mutating func count(limit: Int) throws(FeatureEnhancerError) -> Int {
    let count = Int(try next())
    guard count <= limit else { throw FeatureEnhancerError(reason: "the speech enhancement model has a size of \(count)") }
    return count
  }

  mutating func floats(_ count: Int) throws(FeatureEnhancerError) -> [Float] { try take(count).map(Float.init(bitPattern:)) }

  private mutating func take(_ count: Int) throws(FeatureEnhancerError) -> [UInt32] {
    let size = MemoryLayout<UInt32>.size
    guard rest.count >= count * size else { throw Self.truncated }
    defer { rest = rest.dropFirst(count * size) }
    return rest.withUnsafeBytes { bytes in
      (0..<count).map { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * size, as: UInt32.self)) }
    }
  }

  private static let truncated = FeatureEnhancerError(reason: "the speech enhancement model is truncated")
}
