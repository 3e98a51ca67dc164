public import Vocative

/// A benchmark: a folder with a folder for each set of recordings.
public struct AccuracyBench: Sendable {
  /// The folder, as given by the user.
  public let folder: String
  /// The sets, in alphabetical order.
  public let sets: [BenchSet]

  /// Reads every set in a folder and checks that every recording exists.
  ///
  /// - Parameters:
  ///   - assistants: The assistants that a set may name.
  ///   - fittedRecordings: The recordings to which parts of Vocative were fitted.
  /// - Throws: `EvaluationManifestError` naming the file that cannot be used.
  public init(
    folder: String, assistants: AssistantRegistry, fittedRecordings: FittedRecordings = .known
  ) throws(EvaluationManifestError) {
    self.folder = folder
    var sets: [BenchSet] = []
    for path in try BenchFolder.folders(in: folder) {
      if let set = try BenchSet(folder: path, assistants: assistants, fittedRecordings: fittedRecordings) { sets.append(set) }
    }
    guard !sets.isEmpty else {
      throw EvaluationManifestError(
        path: folder, line: nil,
        reason: "none of its folders has a manifest (*.jsonl); choose the folder that contains the folders of the sets")
    }
    self.sets = sets
  }

  /// Returns the noise files for a set: its own or, for a set of keyphrases without any, those of the whole benchmark.
  func noises(of set: BenchSet) -> [String] {
    set.noises.isEmpty && !set.phrases.isEmpty ? sets.flatMap(\.noises) : set.noises
  }
}
