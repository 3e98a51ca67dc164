import CPocketSphinx
import Foundation

/// PocketSphinx's front end: converts 16 kHz mono samples to cepstra and removes steady noise.
///
/// Debian's model behaves as if it was trained with noise removal, the default of release 5prealpha. Silence is kept, so that
/// frames keep the audio's timing.
///
/// Not `Sendable`: the front end keeps the samples of an incomplete frame.
public final class FeatureExtractor {
  private let handle: OpaquePointer
  private let coefficientCount: Int
  private var argumentStorage: [UnsafeMutablePointer<CChar>?]

  /// Creates a front end from the model's `feat.params`.
  ///
  /// - Throws: `PocketSphinxError` if the library rejects the parameters.
  public init(model: AcousticModel, removesNoise: Bool = true) throws(PocketSphinxError) {
    PocketSphinxMessages.install()
    let arguments =
      ["vocative", "-samprate", "16000", "-remove_silence", "no", "-remove_noise", removesNoise ? "yes" : "no"]
      + model.featureParameters.arguments
    // The library keeps pointers to its arguments for the life of the front end.
    argumentStorage = arguments.map { strdup($0) }
    // Not strict, as when the library reads this file itself: the file also has parameters for training only. The front end keeps
    // its own reference to the parsed arguments.
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

  /// Returns the cepstra of a whole utterance; the last frame is padded with zeros.
  ///
  /// - Throws: `PocketSphinxError` if the library fails.
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
