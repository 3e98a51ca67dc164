import CSpeexDSP

/// Takes what a loudspeaker plays out of what a microphone beside it hears: an adaptive filter in the frequency domain (MDF), after
/// Soo and Pang 1990, with the learning rate of Valin 2007.
///
/// It learns the way from the loudspeaker to the microphone while something is played, within a second or two. What the two are given
/// must have been sampled by the same clock.
public struct EchoCanceller: ~Copyable {
  /// Samples taken at a time.
  public let frameSamples: Int
  private let state: OpaquePointer

  /// A canceller that has learnt nothing yet.
  ///
  /// - Parameters:
  ///   - rate: Samples a second, in Hz.
  ///   - frameSamples: Samples taken at a time; 20 ms are usual.
  ///   - tail: Seconds for which a sound goes on echoing, and by which the microphone may be behind the loudspeaker.
  public init(rate: Int, frameSamples: Int, tail: Double = 0.2) {
    self.frameSamples = frameSamples
    state = speex_echo_state_init(Int32(frameSamples), Int32(tail * Double(rate)))
    var rate = Int32(rate)
    speex_echo_ctl(state, SPEEX_ECHO_SET_SAMPLING_RATE, &rate)
  }

  deinit {
    speex_echo_state_destroy(state)
  }

  /// What was heard without what was played.
  ///
  /// Both are `frameSamples` long, and of the same time; others are given back as they were heard.
  public func cancel(_ played: [Int16], from heard: [Int16]) -> [Int16] {
    guard played.count == frameSamples, heard.count == frameSamples else { return heard }
    return heard.withUnsafeBufferPointer { heard in
      played.withUnsafeBufferPointer { played in
        [Int16](unsafeUninitializedCapacity: frameSamples) { cleaned, count in
          if let heard = heard.baseAddress, let played = played.baseAddress, let cleaned = cleaned.baseAddress {
            speex_echo_cancellation(state, heard, played, cleaned)
            count = frameSamples
          }
        }
      }
    }
  }
}
