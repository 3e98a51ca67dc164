public import Vocative

/// A benchmark: a folder that holds a folder for each set of recordings.
public struct AccuracyBench: Sendable {
  /// The folder as it was named.
  public let folder: String
  /// The sets, in alphabetical order.
  public let sets: [BenchSet]

  /// Reads every set in a folder, and checks that every recording is there.
  ///
  /// - Parameter assistants: The assistants that a set may name.
  /// - Throws: `EvaluationManifestError` naming what cannot be used.
  public init(folder: String, assistants: AssistantRegistry) throws(EvaluationManifestError) {
    self.folder = folder
    var sets: [BenchSet] = []
    for path in try BenchFolder.folders(in: folder) {
      if let set = try BenchSet(folder: path, assistants: assistants) { sets.append(set) }
    }
    guard !sets.isEmpty else {
      throw EvaluationManifestError(
        path: folder, line: nil,
        reason: "no folder in it has a manifest (*.jsonl); name the folder that holds the folders of sets")
    }
    self.sets = sets
  }

  /// The noise for a set: its own; for a set of keyphrases without any, that of the whole benchmark.
  func noises(of set: BenchSet) -> [String] {
    set.noises.isEmpty && !set.phrases.isEmpty ? sets.flatMap(\.noises) : set.noises
  }
}
