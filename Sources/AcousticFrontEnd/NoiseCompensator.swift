import Foundation
public import PocketSphinx

/// Takes steady noise out of the cepstra of a whole utterance.
///
/// The acoustic model itself says what clean speech sounds like. Noise and channel are estimated from the utterance, and each frame is
/// moved back by what the noise has added to the densities it probably belongs to: their minimum mean square error estimate.
public struct NoiseCompensator: Sendable {
  private let speech: SpeechDensities
  private let transform: CepstralTransform

  /// Rounds of expectation maximisation; eight measured no better.
  private static let rounds = 3
  /// Share of the frames, the faintest, that are taken for noise to begin with.
  private static let noiseShare = 0.125
  /// Share of the frames, the loudest, that are taken for speech to begin with.
  private static let speechShare = 0.4
  /// Utterances of fewer frames are left alone: 0.2 s tell nothing of the noise.
  private static let fewestFrames = 20

  /// A compensator for an acoustic model; nil when its features are not understood well enough, as with a transform of its own.
  public init?(model: AcousticModel) {
    guard let transform = CepstralTransform(model.featureParameters), let densities = model.densities else { return nil }
    self.transform = transform
    speech = SpeechDensities(densities)
  }

  /// The cepstra with the noise taken out.
  public func compensated(_ cepstra: Cepstra) -> Cepstra {
    guard cepstra.coefficientCount == transform.coefficientCount, cepstra.frameCount >= Self.fewestFrames else {
      return cepstra
    }
    let values = cepstra.values.map(Double.init)
    var noisy = estimate(from: values)
    for _ in 0..<Self.rounds {
      let (weights, residuals) = statistics(of: values, posteriors: posteriors(of: values, noisy), noisy)
      noisy.reestimate(weights: weights, residuals: residuals)
    }
    let posteriors = posteriors(of: values, noisy)
    let width = transform.coefficientCount
    var compensated = cepstra
    for frame in 0..<cepstra.frameCount {
      for density in 0..<speech.count where posteriors[frame * speech.count + density] > 1e-4 {
        let posterior = posteriors[frame * speech.count + density]
        for index in 0..<width {
          compensated.values[frame * width + index] -= Float(posterior * noisy.shifts[density * width + index])
        }
      }
    }
    return compensated
  }

  /// A first guess: the faintest frames are noise, and the loudest are what is loudest in clean speech.
  private func estimate(from values: [Double]) -> NoisySpeech {
    let width = transform.coefficientCount
    let frames = (0..<values.count / width).sorted { values[$0 * width] < values[$1 * width] }
    let faint = frames.prefix(max(10, Int(Double(frames.count) * Self.noiseShare)))
    let loud = frames.suffix(Int(Double(frames.count) * Self.speechShare))
    let densities = (0..<speech.count).sorted { speech.means[$0 * width] < speech.means[$1 * width] }
      .suffix(Int(Double(speech.count) * Self.speechShare))
    func mean(_ rows: ArraySlice<Int>, of values: [Double], _ index: Int) -> Double {
      rows.reduce(0) { $0 + values[$1 * width + index] } / Double(rows.count)
    }
    let noise = (0..<width).map { mean(faint, of: values, $0) }
    let variance = (0..<width).map { index in
      1
        + faint.reduce(0) { sum, frame in
          let distance = values[frame * width + index] - noise[index]
          return sum + distance * distance
        } / Double(faint.count)
    }
    let channel = (0..<width).map { mean(loud, of: values, $0) - mean(densities, of: speech.means, $0) }
    return NoisySpeech(noise: noise, noiseVariance: variance, channel: channel, speech: speech, transform: transform)
  }

  /// For each frame how probable each density is, its neighbours' likelihoods counted by half: speech changes slowly.
  private func posteriors(of values: [Double], _ noisy: NoisySpeech) -> [Double] {
    let (width, count) = (transform.coefficientCount, speech.count)
    let frames = values.count / width
    var likelihoods = [Double](repeating: 0, count: frames * count)
    for frame in 0..<frames {
      for density in 0..<count {
        var distance = 0.0
        for index in 0..<width {
          let difference = values[frame * width + index] - noisy.means[density * width + index]
          distance += difference * difference * noisy.precisions[density * width + index]
        }
        likelihoods[frame * count + density] = noisy.heights[density] - 0.5 * distance
      }
    }
    var posteriors = [Double](repeating: 0, count: frames * count)
    for frame in 0..<frames {
      let (before, after) = (max(frame - 1, 0), min(frame + 1, frames - 1))
      var largest = -Double.infinity
      for density in 0..<count {
        let smoothed =
          0.5 * likelihoods[frame * count + density]
          + 0.25 * (likelihoods[before * count + density] + likelihoods[after * count + density])
        posteriors[frame * count + density] = smoothed
        largest = max(largest, smoothed)
      }
      var sum = 0.0
      for density in 0..<count {
        let weight = exp(posteriors[frame * count + density] - largest)
        posteriors[frame * count + density] = weight
        sum += weight
      }
      for density in 0..<count { posteriors[frame * count + density] /= sum }
    }
    return posteriors
  }

  private func statistics(
    of values: [Double], posteriors: [Double], _ noisy: NoisySpeech
  ) -> (weights: [Double], residuals: [Double]) {
    let (width, count) = (transform.coefficientCount, speech.count)
    var weights = [Double](repeating: 0, count: count)
    var residuals = [Double](repeating: 0, count: count * width)
    for frame in 0..<values.count / width {
      for density in 0..<count where posteriors[frame * count + density] > 1e-4 {
        let posterior = posteriors[frame * count + density]
        weights[density] += posterior
        for index in 0..<width {
          residuals[density * width + index] +=
            posterior * (values[frame * width + index] - noisy.means[density * width + index])
        }
      }
    }
    return (weights, residuals)
  }
}
