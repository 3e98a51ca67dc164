import CPocketSphinx
import Foundation

/// PocketSphinx's own front end: 16 kHz mono samples to the cepstra an acoustic model was trained on, with steady noise removed.
///
/// Debian's model behaves as if it was trained with noise removal, the default of release 5prealpha. Silence stays, so that frames
/// keep the audio's time.
///
/// Not `Sendable`: the front end keeps the samples of a frame that is not complete.
public final class FeatureExtractor {
  private let handle: OpaquePointer
  private let coefficientCount: Int
  private var argumentStorage: [UnsafeMutablePointer<CChar>?]

  /// A front end as the model's `feat.params` wants it.
  ///
  /// - Throws: `PocketSphinxError` when the library refuses the parameters.
  public init(model: AcousticModel, removesNoise: Bool = true) throws(PocketSphinxError) {
    PocketSphinxMessages.install()
    let arguments =
      ["vocative", "-samprate", "16000", "-remove_silence", "no", "-remove_noise", removesNoise ? "yes" : "no"]
      + model.featureParameters.arguments
    // The library keeps pointers into its arguments for as long as the front end lives.
    argumentStorage = arguments.map { strdup($0) }
    // Not strict, as the library itself reads this file: it also holds what is only for training. The front end holds a reference of
    // its own to the parsed arguments.
    let parsed = cmd_ln_parse_r(nil, ps_args(), Int32(argumentStorage.count), &argumentStorage, 0)
    defer { cmd_ln_free_r(parsed) }
    guard let frontEnd = parsed.flatMap(fe_init_auto_r) else {
      argumentStorage.forEach { free($0) }
      throw PocketSphinxError(
        code: .model, operation: "fe_init_auto_r",
        reason: "\(model.directory)/feat.params: \(PocketSphinxMessages.takeLastError())")
    }
    handle = frontEnd
    coefficientCount = Int(fe_get_output_size(frontEnd))
  }

  deinit {
    fe_free(handle)
    argumentStorage.forEach { free($0) }
  }

  /// The cepstra of a whole utterance; its last frame is filled up with zeros.
  ///
  /// - Throws: `PocketSphinxError` when the library refuses.
  public func cepstra(of samples: [Int16]) throws(PocketSphinxError) -> Cepstra {
    fe_start_stream(handle)
    try check(fe_start_utt(handle), "fe_start_utt")
    var frames: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
    var count: Int32 = 0
    let status = samples.withUnsafeBufferPointer { fe_process_utt(handle, $0.baseAddress, $0.count, &frames, &count) }
    defer { ckd_free_2d(frames) }
    try check(status, "fe_process_utt")
    var last = [Float](repeating: 0, count: coefficientCount)
    var lastCount: Int32 = 0
    try check(fe_end_utt(handle, &last, &lastCount), "fe_end_utt")
    var values: [Float] = []
    values.reserveCapacity((Int(count) + 1) * coefficientCount)
    for index in 0..<Int(count) {
      values.append(contentsOf: UnsafeBufferPointer(start: frames?[index], count: coefficientCount))
    }
    return Cepstra(coefficientCount: coefficientCount, values: lastCount > 0 ? values + last : values)
  }

  private func check(_ status: Int32, _ operation: String) throws(PocketSphinxError) {
    guard status >= 0 else {
      throw PocketSphinxError(code: .decoding, operation: operation, reason: PocketSphinxMessages.takeLastError())
    }
  }
}
