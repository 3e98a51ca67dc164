import CDenseLayers
import Foundation
public import PocketSphinx

/// A network that scores the senones of an acoustic model from the features around each frame.
///
/// It takes the place of the model's Gaussian mixtures, which are trained on speech close to a microphone: "Deep Neural Networks for
/// Acoustic Modeling in Speech Recognition" (G. Hinton et al., IEEE Signal Processing Magazine, 2012). It hears a fifth of a second at
/// a time, so it tells speech from its echo and from noise. The phones, the senones and the transitions are those of the model.
///
/// The score of a senone is the logarithm of its probability in a frame, less most of that of its probability in any frame. The senones of
/// phones without context, which free phones consist of, have probabilities of their own, because the others never occur without context.
public struct AcousticNetwork: Sendable {
  /// The frames before a frame that the network receives.
  public let framesBefore: Int
  /// The frames after a frame that the network receives.
  public let framesAfter: Int
  /// The coefficients in a frame.
  public let coefficientCount: Int
  /// The sizes of the definition of the acoustic model whose senones it scores.
  public let definitionSizes: [Int]
  private let layers: [DenseLayer]
  /// The output for all senones.
  private let senones: Output
  /// The output for the senones of phones without context.
  private let phones: Output
  /// The number of each of these senones.
  private let phoneSenones: [Int]

  /// A layer of logarithms of probabilities that add up to 1 with a constant of each frame added to all of them.
  struct Output: Sendable {
    let layer: DenseLayer
    /// The part of the logarithm of the probability of each senone in any frame that is subtracted.
    let logPriors: [Float]

    /// Stores the scores of a row.
    func score(_ row: Int, of outputs: DenseLayer.Rows, in scores: UnsafeMutablePointer<Int16>) {
      outputs.values.withUnsafeBufferPointer { values in
        guard let start = values.baseAddress?.advanced(by: row * outputs.stride) else { return }
        let origin = log_sum_exp(start, layer.outputCount) + AcousticNetwork.greatestLikelihood
        costs_of_logarithms(
          start, logPriors, layer.outputCount, origin, 1 / Float(SenoneScores.nepersPerUnit), SenoneScores.worst, scores)
      }
    }
  }

  /// The features of an utterance as the network receives them.
  public struct Features: Sendable {
    /// The cepstra with noise removal.
    public let denoised: Cepstra
    /// The cepstra of the same frames without noise removal.
    public let noisy: Cepstra

    /// Creates features from cepstra of the same frames.
    public init(denoised: Cepstra, noisy: Cepstra) {
      self.denoised = denoised
      self.noisy = noisy
    }
  }

  /// The logarithm of the ratio of probabilities that scores 0.
  ///
  /// The rarest senones have a probability of 1e-6. Only scores of 0 or more exist.
  private static let greatestLikelihood: Float = 14
  /// Frames that are computed together; the outputs of more would not stay in a processor's cache.
  ///
  /// A multiple of the number of frames that each loaded weight of a layer is multiplied with.
  private static let framesTogether = 60

  init(
    framesBefore: Int, framesAfter: Int, coefficientCount: Int, definitionSizes: [Int], layers: [DenseLayer], senones: Output,
    phones: (output: Output, senones: [Int])
  ) {
    (self.framesBefore, self.framesAfter, self.coefficientCount) = (framesBefore, framesAfter, coefficientCount)
    self.definitionSizes = definitionSizes
    self.layers = layers
    self.senones = senones
    (self.phones, phoneSenones) = phones
  }

  /// The number of senones that the network scores.
  public var senoneCount: Int { senones.layer.outputCount }

  /// Returns the scores of all senones in each of some frames; the first and the last frame are repeated before and after all.
  ///
  /// With several means, the logarithms of the probabilities are the means of those with each, except for a constant of each frame: they
  /// depend linearly on the last layer before the outputs, so its values are averaged. Features with another number of coefficients have
  /// no scores.
  ///
  /// - Parameters:
  ///   - features: The features, without a subtracted mean.
  ///   - frames: The frames to score, which are a part of the features; nil for all.
  ///   - means: The means to subtract from the features; empty to score them as they are.
  public func scores(of features: Features, in frames: Range<Int>? = nil, subtracting means: [CepstralMean]) -> SenoneScores {
    let frameCount = features.denoised.frameCount
    let frames = (frames ?? 0..<frameCount).clamped(to: 0..<frameCount)
    guard accepts(features) else { return SenoneScores(senoneCount: senoneCount, frameCount: 0) { _, _ in } }
    let shifts = means.isEmpty ? [nil] : means.map { shift(subtracting: $0, from: features) }
    var outputs: (range: Range<Int>, senones: DenseLayer.Rows, phones: DenseLayer.Rows)?
    return SenoneScores(senoneCount: senoneCount, frameCount: frames.count) { index, scores in
      let frame = frames.lowerBound + index
      let found: (range: Range<Int>, senones: DenseLayer.Rows, phones: DenseLayer.Rows)
      if let outputs, outputs.range.contains(frame) {
        found = outputs
      } else {
        let next = frame..<min(frame + Self.framesTogether, frames.upperBound)
        let hidden = hidden(of: features, in: next, shiftedBy: shifts)
        found = (
          next, senones.layer.outputs(of: hidden, isRectified: false), phones.layer.outputs(of: hidden, isRectified: false)
        )
        outputs = found
      }
      let row = frame - found.range.lowerBound
      senones.score(row, of: found.senones, in: scores)
      withUnsafeTemporaryAllocation(of: Int16.self, capacity: phoneSenones.count) { values in
        guard let start = values.baseAddress else { return }
        phones.score(row, of: found.phones, in: start)
        for (index, senone) in phoneSenones.enumerated() { scores[senone] = values[index] }
      }
    }
  }

  /// Returns the probability of some senones of phones without context in each of some frames, relative to all such senones.
  ///
  /// It leaves out the senones with context, which take a third of the time of `scores`.
  ///
  /// - Parameters:
  ///   - senones: The senones whose probabilities are added up; others than those of phones without context count as 0.
  ///   - features: The features, without a subtracted mean.
  ///   - frames: The frames, which are a part of the features.
  ///   - means: The means to subtract from the features; at least one.
  /// - Returns: The probability in each frame; nil if the range is empty or the network does not accept the number of coefficients.
  public func probabilities(
    ofPhones senones: Set<Int>, in features: Features, frames: Range<Int>, subtracting means: [CepstralMean]
  ) -> [Float]? {
    guard !frames.isEmpty, accepts(features) else { return nil }
    let hidden = hidden(of: features, in: frames, shiftedBy: means.map { shift(subtracting: $0, from: features) })
    let outputs = phones.layer.outputs(of: hidden, isRectified: false)
    let chosen = phoneSenones.indices.filter { senones.contains(phoneSenones[$0]) }
    return (0..<outputs.count).map { row in
      let all = Array(outputs.values[row * outputs.stride..<row * outputs.stride + phoneSenones.count])
      let some = chosen.map { all[$0] }
      return exp(log_sum_exp(some, some.count) - log_sum_exp(all, all.count))
    }
  }

  private func accepts(_ features: Features) -> Bool {
    [features.denoised, features.noisy].allSatisfy {
      $0.coefficientCount == coefficientCount && $0.frameCount == features.denoised.frameCount
    }
  }

  /// Returns the change of the first layer's sums that subtracting a mean from the features causes, the same in each frame.
  private func shift(subtracting mean: CepstralMean, from features: Features) -> DenseLayer.Shift {
    let change = (features.noisy.average(mean) + features.denoised.average(mean)).map { -$0 }
    return layers[0].shift(of: Array(repeating: change, count: framesBefore + 1 + framesAfter).flatMap(\.self))
  }

  /// Returns the values of the last layer before the outputs for some frames, averaged over the shifts of the first layer.
  private func hidden(of features: Features, in range: Range<Int>, shiftedBy shifts: [DenseLayer.Shift?]) -> DenseLayer.Rows {
    var around: [Float] = []
    around.reserveCapacity((framesBefore + range.count + framesAfter) * 2 * coefficientCount)
    for frame in range.lowerBound - framesBefore..<range.upperBound + framesAfter {
      let start = min(max(frame, 0), features.denoised.frameCount - 1) * coefficientCount
      around += features.noisy.values[start..<start + coefficientCount]
      around += features.denoised.values[start..<start + coefficientCount]
    }
    let windows = DenseLayer.Rows(
      windowsOf: around, frameSize: 2 * coefficientCount, windowSize: framesBefore + 1 + framesAfter)
    // The first layer takes a third of the time of all hidden ones, and is linear up to here.
    let sums = layers[0].outputs(of: windows, isRectified: false)
    let last = layers.count - 1
    return DenseLayer.Rows(
      meanOf: shifts.map { shift in
        layers.indices.dropFirst().reduce(sums.shifted(by: shift, isRectified: last > 0)) { rows, index in
          layers[index].outputs(of: rows, isRectified: index < last)
        }
      })
  }
}
