import Foundation

/// The feature settings in an acoustic model's `feat.params`.
public struct FeatureParameters: Equatable, Sendable {
  /// The parameters as the library's command-line arguments: name, value, name, value.
  public let arguments: [String]

  /// Parses parameters that are separated by white space.
  init(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    arguments = Array(words.prefix(words.count / 2 * 2))
  }

  /// The parameters of the cepstra by name, without those of the search; the library's defaults are absent.
  public var ofCepstra: [String: String] {
    var found: [String: String] = [:]
    for index in stride(from: 0, to: arguments.count, by: 2) where Self.namesOfCepstra.contains(arguments[index]) {
      found[arguments[index]] = arguments[index + 1]
    }
    return found
  }

  private static let namesOfCepstra: Set = [
    "-alpha", "-dither", "-doublebw", "-frate", "-lifter", "-logspec", "-lowerf", "-ncep", "-nfft", "-nfilt", "-remove_dc",
    "-round_filters", "-samprate", "-smoothspec", "-transform", "-unit_area", "-upperf", "-warp_params", "-warp_type", "-wlen",
  ]
}

extension AcousticModel {
  /// The model's `feat.params`; empty if the file was removed after the model was checked.
  public var featureParameters: FeatureParameters {
    FeatureParameters((try? String(contentsOfFile: directory + "/feat.params", encoding: .utf8)) ?? "")
  }
}
