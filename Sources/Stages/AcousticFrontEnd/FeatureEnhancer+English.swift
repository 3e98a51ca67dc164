import CEmbeddedModels
import Foundation
import PocketSphinx

extension FeatureEnhancer {
  private static let embedded = Result { () throws(FeatureEnhancerError) in
    try FeatureEnhancer(Data(bytes: speech_enhancement_model_bytes(), count: speech_enhancement_model_length()))
  }

  /// Returns the enhancer for the features of Debian's acoustic model, which is embedded in the program.
  ///
  /// - Throws: `FeatureEnhancerError` if the program was built with a damaged model file.
  public static func english() throws(FeatureEnhancerError) -> FeatureEnhancer { try embedded.get() }

  /// The parameters of the features that the network was trained with.
  private static let parameters = [
    "-lowerf": "130", "-upperf": "6800", "-nfilt": "25", "-transform": "dct", "-lifter": "22",
  ]

  /// Returns the enhancer for the features of a model; nil if they differ from those that the network was trained with.
  static func enhancer(for model: AcousticModel) -> FeatureEnhancer? {
    model.featureParameters.ofCepstra == parameters ? try? english() : nil
  }
}
