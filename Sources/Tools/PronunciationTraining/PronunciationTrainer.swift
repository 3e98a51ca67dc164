public import Foundation
import GraphemeToPhoneme

/// Makes a pronunciation model from a dictionary; the same dictionary and settings give the same bytes.
public struct PronunciationTrainer: Sendable {
  /// The longest run of graphones.
  public var order = 7
  /// Runs whose loss changes the model's relative entropy by less are left out.
  public var pruning = 2e-7

  /// A trainer with the settings of the model that comes with Vocative.
  public init() {}

  /// The model of a dictionary, as `PronunciationModel` reads it.
  public func model(of dictionary: TrainingDictionary) -> Data {
    let corpus = GraphoneCorpus(dictionary)
    var model = GraphoneModel(NGramTree(corpus.sequences, order: order))
    model.prune(threshold: pruning)
    return PronunciationModelWriter.data(model, graphones: corpus.graphones, phones: dictionary.phones)
  }
}
