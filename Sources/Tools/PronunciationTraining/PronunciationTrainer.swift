public import Foundation
import GraphemeToPhoneme

/// Trains a pronunciation model from a dictionary; equal inputs and settings give the same bytes.
public struct PronunciationTrainer: Sendable {
  /// The length of the longest n-gram.
  public var order = 7
  /// The minimum change of relative entropy that keeps an n-gram.
  public var pruning = 2e-7

  /// Creates a trainer with the settings of Vocative's own model.
  public init() {}

  /// Returns the model of a dictionary, in the format of `PronunciationModel`.
  public func model(of dictionary: TrainingDictionary) -> Data {
    let corpus = GraphoneCorpus(dictionary)
    var model = GraphoneModel(NGramTree(corpus.sequences, order: order))
    model.prune(threshold: pruning)
    return PronunciationModelWriter.data(model, graphones: corpus.graphones, phones: dictionary.phones)
  }
}
