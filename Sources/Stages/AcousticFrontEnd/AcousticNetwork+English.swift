import CEmbeddedModels
import Foundation
import PocketSphinx

extension AcousticNetwork {
  private static let embedded = Result { () throws(AcousticNetworkError) in
    try AcousticNetwork(Data(bytes: acoustic_network_bytes(), count: acoustic_network_length()))
  }

  /// Returns the network for the senones of Debian's acoustic model, which is embedded in the program.
  ///
  /// - Throws: `AcousticNetworkError` if the program was built with a damaged file.
  public static func english() throws(AcousticNetworkError) -> AcousticNetwork { try embedded.get() }

  /// The parameters of the features that the network was trained with.
  private static let parameters = [
    "-lowerf": "130", "-upperf": "6800", "-nfilt": "25", "-transform": "dct", "-lifter": "22",
  ]

  /// Returns the network for the senones of a model; nil if its senones or its features are others.
  static func network(for model: AcousticModel) -> AcousticNetwork? {
    guard model.featureParameters.ofCepstra == parameters, let network = try? english() else { return nil }
    return network.definitionSizes == model.definitionSizes ? network : nil
  }
}
