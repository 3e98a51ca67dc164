import Foundation
public import Logging
import SoundFile
import Vocative
import VocativeCapture
import VocativeEvaluation

extension TuningMaterial {
  /// Reads recordings of phrases from a manifest, or from a folder with a folder of recordings for each phrase.
  ///
  /// - Parameters:
  ///   - path: A manifest as for `vocative evaluate`, each line with `"phrases"`, or a folder with files such as `hey
  ///     assistant/1.wav`.
  ///   - phrases: The phrases to tune, in dictionary words.
  ///   - others: The other phrases of the assistant, whose recordings are left out.
  /// - Throws: `EvaluationManifestError` or `TuningMaterialError` naming the file that cannot be used.
  public static func recordings(
    at path: String, of phrases: [String], besides others: [String] = [], logger: Logger
  ) throws -> [Recording] {
    let known = phrases + others
    guard BenchFolder.isFolder(path) else {
      if !FileManager.default.fileExists(atPath: path) {
        throw TuningMaterialError(
          "\(path): there is no such folder or manifest; save recordings as \(path)/\(phrases.first ?? "phrase")/1.wav",
          isMissing: true)
      }
      return try manifest(path).compactMap { entry -> Recording? in
        guard case .spotted(let spoken) = entry.expectation else {
          throw entry.error("\"phrases\" is required: a list of the phrases in the recording, empty if it has none")
        }
        if let unknown = spoken.first(where: { !known.contains($0) }) {
          throw entry.error("\"\(unknown)\" is not one of the assistant's phrases: \(list(known))")
        }
        let chosen = spoken.filter { phrases.contains($0) }
        return chosen.isEmpty && !spoken.isEmpty ? nil : file(entry.audio, chosen, logger)
      }
    }
    let recordings = try BenchFolder.folders(in: path).flatMap { folder -> [Recording] in
      let name = URL(fileURLWithPath: folder).lastPathComponent
      let phrase = SpokenText.sentence(of: name.replacing("_", with: " ").replacing("-", with: " "))
      guard known.contains(phrase) else {
        throw TuningMaterialError(
          "\(folder): the folder name is not one of the assistant's phrases: \(list(known))")
      }
      guard phrases.contains(phrase) else { return [] }
      return try sounds(in: folder).map { file($0, [phrase], logger) }
    }
    guard !recordings.isEmpty else {
      throw TuningMaterialError(
        "\(path): the folder has no recordings of \(list(phrases)); save them as \(path)/\(phrases.first ?? "phrase")/1.wav")
    }
    return recordings
  }

  /// Reads recordings without any of the phrases: manifests (`.jsonl`, `.json`), folders of recordings, and single recordings.
  ///
  /// - Parameter known: The phrases that must not occur in them.
  /// - Throws: `EvaluationManifestError` or `TuningMaterialError` naming the file that cannot be used.
  public static func negatives(at paths: [String], without known: [String], logger: Logger) throws -> [Recording] {
    try paths.flatMap { path -> [Recording] in
      if BenchFolder.isFolder(path) { return try sounds(in: path).map { file($0, [], logger) } }
      guard ["jsonl", "json"].contains(URL(fileURLWithPath: path).pathExtension.lowercased()) else {
        try check(path)
        return [file(path, [], logger)]
      }
      return try manifest(path).map { entry in
        try entry.requireNone(of: known, remedy: "pass it with --recordings instead")
        return file(entry.audio, [], logger)
      }
    }
  }

  private static func file(_ path: String, _ phrases: [String], _ logger: Logger) -> Recording {
    Recording(name: path, phrases: phrases) { try await AudioFileSource(path: path, logger: logger).samples() }
  }

  private static func manifest(_ path: String) throws -> [EvaluationManifest.Entry] {
    let manifest = try EvaluationManifest(path: path)
    try manifest.checkRecordings()
    return manifest.entries
  }

  private static func sounds(in folder: String) throws -> [String] {
    let names = try BenchFolder.contents(of: folder).filter(BenchFolder.isAudio)
    guard !names.isEmpty else { throw TuningMaterialError("\(folder): the folder has no recordings") }
    let paths = names.map { "\(folder)/\($0)" }
    for path in paths { try check(path) }
    return paths
  }

  /// Opens a recording, so that a missing or damaged one is found before any is processed.
  private static func check(_ path: String) throws {
    do throws(SoundFileError) {
      _ = try SoundFileReader(path: path)
    } catch {
      throw TuningMaterialError(error.description, isMissing: error.isUnread)
    }
  }

  private static func list(_ phrases: [String]) -> String {
    phrases.prefix(10).map { "\"\($0)\"" }.joined(separator: ", ") + (phrases.count > 10 ? " …" : "")
  }
}
