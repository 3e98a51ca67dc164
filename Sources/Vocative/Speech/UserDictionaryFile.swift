import Foundation
import PocketSphinx
import ProgramOutput
import VocativeUnderstanding

/// The file with the user's own pronunciations.
public enum UserDictionaryFile {
  /// The environment variable that overrides the path.
  public static let variable = "VOCATIVE_PRONUNCIATIONS"

  /// The path from the environment, else `pronunciations.dict` in the user's configuration folder of Vocative.
  ///
  /// For a service without that file, it is in the state folder, because the configuration folder of a service is read-only.
  public static var path: String { path(in: ProcessInfo.processInfo.environment) }

  /// Returns the path for the given environment variables.
  package static func path(in environment: [String: String]) -> String {
    if let path = BaseFolder.named(variable, in: environment) { return path }
    let user = ConfigurationFolder.path(in: environment) + "/pronunciations.dict"
    guard !FileManager.default.fileExists(atPath: user), let state = BaseFolder.managed("STATE_DIRECTORY", in: environment) else {
      return user
    }
    return state + "/pronunciations.dict"
  }

  /// Adds a pronunciation, instead of those that the file has of the word; other lines stay as they are.
  ///
  /// Programs use it from their next start on.
  ///
  /// - Parameters:
  ///   - phones: The phones, with spaces between them.
  ///   - model: The model whose phones are valid.
  ///   - path: The path of the file.
  /// - Throws: `UserDictionaryError` for an invalid word or phone, or a file that cannot be changed.
  public static func add(
    _ word: String, _ phones: String, for model: RecognitionModel, to path: String = path
  ) throws(UserDictionaryError) {
    let words = SpokenText.words(of: word)
    guard words.count == 1, let word = words.first else {
      throw UserDictionaryError(path: path, reason: "\"\(word)\" is not one word")
    }
    let phones = phones.split(whereSeparator: \.isWhitespace).map { $0.uppercased() }
    let known = model.acousticModel.phones
    if let unknown = phones.first(where: { !known.contains($0) }) {
      throw UserDictionaryError(
        path: path, reason: "\"\(unknown)\" is not a phone of the model; its phones are: \(known.joined(separator: " "))")
    }
    var file = TextLines("")
    if FileManager.default.fileExists(atPath: path) {
      do throws(PocketSphinxError) {
        _ = try UserDictionary(path: path, phones: known)
      } catch {
        throw UserDictionaryError(path: path, reason: error.reason)
      }
      file = TextLines((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
    }
    file.lines.removeAll { line in
      let first = line.split(whereSeparator: \.isWhitespace).first.map { String($0).replacing(#/\(\d+\)$/#, with: "") }
      return first.map { SpokenText.words(of: $0) } == [word]
    }
    file.lines.append("\(word) \(phones.joined(separator: " "))")
    do {
      try FileManager.default.createDirectory(atPath: ParentFolder.path(of: path), withIntermediateDirectories: true)
      try OutputFile(path).write(Data(file.text.utf8))
    } catch {
      throw UserDictionaryError(path: path, reason: "it cannot be written: \(error)")
    }
  }

  /// Whether the environment names a dictionary, or the file exists.
  public static var isPresent: Bool {
    BaseFolder.named(variable, in: ProcessInfo.processInfo.environment) != nil || FileManager.default.fileExists(atPath: path)
  }

  /// Reads the dictionary; returns nil if the environment names none and the configuration folder has none.
  ///
  /// - Throws: `PocketSphinxError` that names the file and the invalid line.
  static func read(phones: [String]) throws(PocketSphinxError) -> UserDictionary? {
    guard isPresent else { return nil }
    return try UserDictionary(path: path, phones: phones)
  }
}

/// A pronunciation that cannot be added to the user's dictionary.
public struct UserDictionaryError: Error, Equatable, Sendable, CustomStringConvertible, ExitStatusProviding {
  /// The file.
  public let path: String
  /// The reason.
  public let reason: String

  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }
  /// The exit status is `data`.
  public var exitStatus: ExitStatus { .data }
}
