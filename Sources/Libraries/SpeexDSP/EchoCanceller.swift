import CSpeexDSP

/// Removes a loudspeaker's sound from a microphone signal: an adaptive filter in the frequency domain (MDF), after Soo and
/// Pang 1990, with the learning rate of Valin 2007.
///
/// The filter adapts to the path from the loudspeaker to the microphone within a second or two of playback. Both signals must be
/// sampled by the same clock.
public struct EchoCanceller: ~Copyable {
  /// Samples processed at a time.
  public let frameSamples: Int
  private let state: OpaquePointer

  /// Creates a canceller that has not adapted yet.
  ///
  /// - Parameters:
  ///   - rate: The sample rate, in Hz.
  ///   - frameSamples: Samples processed at a time; 20 ms is typical.
  ///   - tail: The longest echo, in seconds, including the delay of the microphone behind the loudspeaker.
  public init(rate: Int, frameSamples: Int, tail: Double = 0.2) {
    self.frameSamples = frameSamples
    state = speex_echo_state_init(Int32(frameSamples), Int32(tail * Double(rate)))
    var rate = Int32(rate)
    speex_echo_ctl(state, SPEEX_ECHO_SET_SAMPLING_RATE, &rate)
  }

  deinit {
    speex_echo_state_destroy(state)
  }

  /// Returns the microphone signal without the played signal.
  ///
  /// Both are `frameSamples` long and cover the same time; if the lengths differ, the microphone signal is returned unchanged.
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
