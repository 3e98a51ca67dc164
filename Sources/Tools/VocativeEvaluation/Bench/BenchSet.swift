import Foundation
public import Vocative

/// Recordings that are measured together: one folder of a benchmark.
public struct BenchSet: Sendable {
  /// The folder's name.
  public let name: String
  /// The folder's path.
  public let folder: String
  /// The parts of Vocative that were fitted to this set; none for a held-out set.
  public let fittedParts: [FittedPart]
  /// The set whose recordings these are in other rooms; nil if they are not copies.
  public let origin: String?
  /// Recordings of commands, and of speech that is not a command.
  public let commands: [EvaluationManifest.Entry]
  /// Recordings with and without keyphrases.
  public let spotting: [EvaluationManifest.Entry]
  /// The assistant that receives the commands; nil for a set without commands.
  public let assistant: AssistantChoice?
  /// The noise files for this set.
  public let noises: [String]

  /// The keyphrases of the set, in alphabetical order.
  public var phrases: [String] { Set(spotting.flatMap(\.expectation.phrases)).sorted() }

  /// Reads a folder; returns nil if it has no manifest.
  ///
  /// - Parameters:
  ///   - assistants: The assistants that a description may name.
  ///   - fittedRecordings: The recordings to which parts of Vocative were fitted.
  /// - Throws: `EvaluationManifestError` naming the file that cannot be used.
  public init?(
    folder: String, assistants: AssistantRegistry, fittedRecordings: FittedRecordings = .known
  ) throws(EvaluationManifestError) {
    let files = try BenchFolder.files(in: folder)
    func paths(_ suffix: String) -> [String] { files.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" } }
    let manifests = paths(".jsonl")
    guard !manifests.isEmpty else { return nil }
    var entries: [EvaluationManifest.Entry] = []
    for path in manifests {
      let manifest = try EvaluationManifest(path: path)
      try manifest.checkRecordings()
      entries += manifest.entries
    }
    let description = try SetDescription(folder: folder)
    name = URL(fileURLWithPath: folder).standardizedFileURL.lastPathComponent
    self.folder = folder
    fittedParts = FittedSets.parts(of: entries, description, among: fittedRecordings)
    origin = description.origin
    entries = Self.withoutRepetitions(entries)
    commands = entries.filter { if case .spotted = $0.expectation { false } else { true } }
    spotting = entries.filter { if case .spotted = $0.expectation { true } else { false } }
    assistant =
      commands.isEmpty
      ? nil : try Self.assistant(in: folder, description, intentsFiles: paths(".intents.yaml"), among: assistants)
    let named = Set(entries.map { Self.standardized($0.audio) })
    noises = files.filter(BenchFolder.isAudio).map { "\(folder)/\($0)" }.filter { !named.contains(Self.standardized($0)) }
  }

  /// Returns the assistant that the description names, or the only intents file.
  private static func assistant(
    in folder: String, _ description: SetDescription, intentsFiles: [String], among assistants: AssistantRegistry
  ) throws(EvaluationManifestError) -> AssistantChoice {
    func fail(_ path: String, _ reason: String) -> EvaluationManifestError {
      EvaluationManifestError(path: path, line: nil, reason: reason)
    }
    if let name = description.assistant {
      guard intentsFiles.isEmpty else {
        throw fail(description.path, "the folder also has \(intentsFiles[0]), but a set has only one grammar; remove one of them")
      }
      guard assistants[name] != nil else {
        let names = assistants.names.joined(separator: ", ")
        throw fail(description.path, "no assistant is called \"\(name)\"; the assistants are: \(names)")
      }
      return .named(name, among: assistants)
    }
    if let intents = description.intents { return .file("\(folder)/\(intents)") }
    guard intentsFiles.count == 1 else {
      throw fail(
        folder,
        intentsFiles.isEmpty
          ? "the manifest expects intents, but there is no grammar; add a file NAME.intents.yaml, or a file set.yaml with "
            + "\"assistant: \(assistants.names.first ?? "NAME")\" for a built-in assistant"
          : "there are \(intentsFiles.count) intents files; choose one in a file set.yaml with \"intents: FILE\"")
    }
    return .file(intentsFiles[0])
  }

  /// Returns the entries without repetitions: a recording in several manifests, such as a full and a partial one, counts once.
  private static func withoutRepetitions(_ entries: [EvaluationManifest.Entry]) -> [EvaluationManifest.Entry] {
    var seen: [String: [EvaluationManifest.Expectation]] = [:]
    return entries.filter { entry in
      let path = standardized(entry.audio)
      guard seen[path]?.contains(entry.expectation) != true else { return false }
      seen[path, default: []].append(entry.expectation)
      return true
    }
  }

  private static func standardized(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
}
