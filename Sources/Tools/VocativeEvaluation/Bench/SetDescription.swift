import Foundation
import LimitedFile
import Yams

/// The description of a set in its file `set.yaml` or `set.json`.
struct SetDescription: Equatable {
  /// The built-in assistant that receives the commands.
  var assistant: String?
  /// The intents file that receives the commands, relative to the folder.
  var intents: String?
  /// The set whose recordings these are in other rooms.
  var origin: String?
  /// Whether the set is meant for choosing settings.
  var isForTuning = false
  /// The kind of sentences of `make rooms`.
  var kind: String?
  /// The synthetic voices of the recordings.
  var voices: [String] = []
  /// The file's path.
  var path = ""

  /// Reads the description in a folder; empty if there is no file.
  ///
  /// Unknown fields are ignored.
  ///
  /// - Throws: `EvaluationManifestError` if the file has another form.
  init(folder: String) throws(EvaluationManifestError) {
    let paths = ["\(folder)/set.yaml", "\(folder)/set.json"]
    guard let path = paths.first(where: { FileManager.default.fileExists(atPath: $0) }) else { return }
    func fail(_ reason: String) -> EvaluationManifestError { EvaluationManifestError(path: path, line: nil, reason: reason) }
    let data = try LimitedFile(path: path, limit: 1 << 20).contents { failure in
      fail(failure == .tooLarge ? "the file is larger than 1 MiB; one line is enough" : "the file is not readable")
    }
    let yaml: Any?
    do {
      yaml = try Yams.load(yaml: String(decoding: data, as: UTF8.self))
    } catch {
      throw fail("invalid YAML: \(error)")
    }
    guard let fields = (yaml ?? [String: Any]()) as? [String: Any] else {
      throw fail("the file must be a mapping, such as \"assistant: NAME\"")
    }
    func text(_ key: String) throws(EvaluationManifestError) -> String? {
      guard let value = fields[key], !(value is NSNull) else { return nil }
      guard let text = value as? String else { throw fail("\"\(key)\" must be a name") }
      return text
    }
    self.path = path
    assistant = try text("assistant")
    intents = try text("intents")
    origin = try text("from")
    let use = try text("use")
    guard [nil, "tuning", "testing"].contains(use) else { throw fail("\"use\" must be tuning or testing") }
    isForTuning = use == "tuning"
    kind = fields["kind"] as? String
    voices = (fields["voices"] as? [Any])?.compactMap { $0 as? String } ?? []
    guard assistant == nil || intents == nil else {
      throw fail("a set has only one grammar; remove \"assistant\" or \"intents\"")
    }
  }
}
