import CSampleRate

/// A conversion that libsamplerate rejected.
public struct SampleRateError: Error, Equatable, Sendable, CustomStringConvertible {
  /// libsamplerate's own message, with the requested ratio.
  public let description: String
}

/// Converts a mono stream from one rate to another, keeping its state between blocks.
public struct SampleRateConverter: ~Copyable {
  /// Output rate divided by input rate.
  public let ratio: Double
  private let state: OpaquePointer

  /// Prepares a conversion between two rates in Hz, with a sinc filter of 97 dB signal-to-noise ratio.
  ///
  /// - Throws: `SampleRateError` if the ratio is beyond 1:256.
  public init(from inputRate: Int, to outputRate: Int) throws(SampleRateError) {
    ratio = Double(outputRate) / Double(inputRate)
    var status: Int32 = 0
    guard src_is_valid_ratio(ratio) != 0 else {
      throw SampleRateError(description: "cannot convert from \(inputRate) Hz to \(outputRate) Hz: the ratio is beyond 1:256")
    }
    guard let state = src_new(Int32(SRC_SINC_FASTEST), 1, &status) else {
      throw SampleRateError(description: String(cString: src_strerror(status)))
    }
    self.state = state
  }

  deinit {
    src_delete(state)
  }

  /// Converts a block; if `isLast` is true, the result includes the rest of the filter's state.
  ///
  /// - Throws: `SampleRateError` if libsamplerate fails.
  public func convert(_ samples: [Float], isLast: Bool) throws(SampleRateError) -> [Float] {
    var converted: [Float] = []
    var consumed = 0
    while true {
      // The filter's tail is a few hundred samples; a block of this size always makes progress.
      let capacity = Int(Double(samples.count - consumed) * ratio) + 1024
      var data = SRC_DATA()
      var status: Int32 = 0
      let block = samples.withUnsafeBufferPointer { input in
        [Float](unsafeUninitializedCapacity: capacity) { output, initialized in
          data.data_in = input.baseAddress?.advanced(by: consumed)
          data.input_frames = samples.count - consumed
          data.data_out = output.baseAddress
          data.output_frames = capacity
          data.end_of_input = isLast ? 1 : 0
          data.src_ratio = ratio
          status = src_process(state, &data)
          initialized = status == 0 ? data.output_frames_gen : 0
        }
      }
      guard status == 0 else { throw SampleRateError(description: String(cString: src_strerror(status))) }
      consumed += data.input_frames_used
      converted += block
      if consumed >= samples.count, block.count < capacity { return converted }
    }
  }
}
