import Foundation

/// What the `feat.params` of an acoustic model says of its features.
public struct FeatureParameters: Equatable, Sendable {
  /// The parameters as the library's command-line arguments: name, value, name, value.
  public let arguments: [String]

  /// The parameters written in a text, separated by white space.
  init(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    arguments = Array(words.prefix(words.count / 2 * 2))
  }

  /// Mel filters of the front end; 40 when nothing is said, PocketSphinx's default.
  public var filterCount: Int { integer("-nfilt") ?? 40 }

  /// Length of the sinusoidal lifter; 0 for none.
  public var lifter: Int { integer("-lifter") ?? 0 }

  /// Coefficients of a frame; 13 when nothing is said, PocketSphinx's default.
  public var coefficientCount: Int { integer("-ncep") ?? 13 }

  /// Whether the coefficients are an orthonormal cosine transform of the logarithms of the filters.
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
  /// The model's `feat.params`; empty when the file has been taken away since the model was checked.
  public var featureParameters: FeatureParameters {
    FeatureParameters((try? String(contentsOfFile: directory + "/feat.params", encoding: .utf8)) ?? "")
  }
}
