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

  /// The number of mel filters; 40 by default, as in PocketSphinx.
  public var filterCount: Int { integer("-nfilt") ?? 40 }

  /// The length of the sinusoidal lifter; 0 for none.
  public var lifter: Int { integer("-lifter") ?? 0 }

  /// The number of coefficients in a frame; 13 by default, as in PocketSphinx.
  public var coefficientCount: Int { integer("-ncep") ?? 13 }

  /// Whether the coefficients are an orthonormal cosine transform of the log filter energies.
  public var isOrthonormal: Bool { value("-transform") == "dct" }

  private func value(_ name: String) -> String? {
    var index = 0
    while index < arguments.count {
      if arguments[index] == name { return arguments[index + 1] }
      index += 2
    }
    return nil
  }

  private func integer(_ name: String) -> Int? { value(name).flatMap(Int.init) }
}

extension AcousticModel {
  /// The model's `feat.params`; empty if the file was removed after the model was checked.
  public var featureParameters: FeatureParameters {
    FeatureParameters((try? String(contentsOfFile: directory + "/feat.params", encoding: .utf8)) ?? "")
  }
}
