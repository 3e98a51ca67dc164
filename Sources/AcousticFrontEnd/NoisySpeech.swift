import Foundation

/// What clean speech becomes in steady noise and through a channel, density by density: a vector Taylor series of the first order.
///
/// In the filters' logarithms noise n and speech x through a channel h add up to x + h + log(1 + exp(n − x − h)). Around the mean of
/// each density that is nearly a line, so that a Gaussian stays one (Moreno, Raj and Stern: A vector Taylor series approach for
/// environment-independent speech recognition, ICASSP 1996).
struct NoisySpeech {
  /// Mean of the noise.
  var noise: [Double]
  /// Variance of the noise.
  var noiseVariance: [Double]
  /// What room, microphone and level add to speech.
  var channel: [Double]

  /// For each density what the noise adds to its mean.
  private(set) var shifts: [Double] = []
  /// For each density its mean in the noise.
  private(set) var means: [Double] = []
  /// For each density the inverse of its variance in the noise.
  private(set) var precisions: [Double] = []
  /// For each density the logarithm of its height, but for a constant.
  private(set) var heights: [Double] = []
  /// For each density how the noisy speech follows the clean one: a matrix, row after row.
  private var jacobians: [Double] = []

  private let speech: SpeechDensities
  private let transform: CepstralTransform
  /// Keeps a density of little spread from winning everything.
  private static let leastVariance = 5.0

  init(
    noise: [Double], noiseVariance: [Double], channel: [Double], speech: SpeechDensities, transform: CepstralTransform
  ) {
    (self.noise, self.noiseVariance, self.channel) = (noise, noiseVariance, channel)
    (self.speech, self.transform) = (speech, transform)
    expand()
  }

  /// Works out the densities for the noise and the channel as they are now.
  mutating func expand() {
    let (width, filters) = (transform.coefficientCount, transform.filterCount)
    (shifts, means, precisions, heights, jacobians) = ([], [], [], [], [])
    for density in 0..<speech.count {
      let mean = Array(speech.means[density * width..<(density + 1) * width])
      let distance = (0..<width).map { noise[$0] - mean[$0] - channel[$0] }
      var added = [Double](repeating: 0, count: filters)
      var slope = [Double](repeating: 0, count: filters)
      for filter in 0..<filters {
        var sum = 0.0
        for index in 0..<width { sum += transform.backward[filter * width + index] * distance[index] }
        // Beyond, one of the two is inaudible, and the exponential overflows.
        let exponential = exp(min(max(sum, -30), 30))
        added[filter] = log(1 + exponential)
        slope[filter] = 1 / (1 + exponential)
      }
      var height = 0.0
      for row in 0..<width {
        var shift = 0.0
        var variance = 0.0
        for filter in 0..<filters { shift += transform.forward[row * filters + filter] * added[filter] }
        for column in 0..<width {
          var derivative = 0.0
          for filter in 0..<filters {
            derivative +=
              transform.forward[row * filters + filter] * slope[filter] * transform.backward[filter * width + column]
          }
          jacobians.append(derivative)
          let ofNoise = (row == column ? 1 : 0) - derivative
          variance +=
            derivative * derivative * speech.variances[density * width + column] + ofNoise * ofNoise * noiseVariance[column]
        }
        shifts.append(shift)
        means.append(mean[row] + channel[row] + shift)
        precisions.append(1 / max(variance, Self.leastVariance))
        height += log(max(variance, Self.leastVariance))
      }
      heights.append(-0.5 * height)
    }
  }

  /// Moves channel and noise to where they explain best what was heard (one step of expectation maximisation).
  ///
  /// - Parameters:
  ///   - weights: For each density in how many frames it was heard.
  ///   - residuals: For each density the sum of how far those frames lay from its mean.
  mutating func reestimate(weights: [Double], residuals: [Double]) {
    let width = transform.coefficientCount
    var ofChannel = LinearSystem(size: width, ridge: 0.1)
    var ofNoise = LinearSystem(size: width, ridge: 0.1)
    var row = [Double](repeating: 0, count: width)
    for density in 0..<speech.count where weights[density] > 0 {
      for index in 0..<width {
        let precision = precisions[density * width + index]
        let residual = residuals[density * width + index] * precision
        let start = (density * width + index) * width
        for column in 0..<width { row[column] = jacobians[start + column] }
        ofChannel.add(row, weight: weights[density] * precision, residual: residual)
        for column in 0..<width { row[column] = (column == index ? 1 : 0) - row[column] }
        ofNoise.add(row, weight: weights[density] * precision, residual: residual)
      }
    }
    let (channelStep, noiseStep) = (ofChannel.solution(), ofNoise.solution())
    for index in 0..<width {
      // Short of the whole way: the two are estimated apart, and what both explain would be counted twice.
      channel[index] += 0.8 * channelStep[index]
      noise[index] += 0.8 * noiseStep[index]
    }
    expand()
  }
}

extension LinearSystem {
  /// Adds one weighted observation of a linear combination.
  fileprivate mutating func add(_ row: [Double], weight: Double, residual: Double) {
    let size = vector.count
    for first in 0..<size {
      vector[first] += row[first] * residual
      let scaled = row[first] * weight
      for second in 0...first { matrix[first * size + second] += scaled * row[second] }
    }
  }
}
