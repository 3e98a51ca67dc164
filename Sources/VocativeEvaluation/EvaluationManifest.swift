import Foundation

/// A manifest that cannot be used: the file, the line and why.
public struct EvaluationManifestError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The manifest as it was named.
  public let path: String
  /// The line, counted from 1; nil when the file as a whole is at fault.
  public let line: Int?
  /// What is wrong.
  public let reason: String

  /// The place and the reason.
  public var description: String { (line.map { "\(path):\($0)" } ?? path) + ": \(reason)" }
}

/// Recordings and what is to be made of each: one JSON object a line.
public struct EvaluationManifest: Equatable, Sendable {
  /// One recording.
  public struct Entry: Equatable, Sendable {
    /// The recording, relative to the working folder or absolute.
    public let audio: String
    /// What is to be made of it.
    public let expectation: Expectation
    /// Whether the recording begins with the wake phrase.
    public let wake: Bool
  }

  /// What is to be made of a recording.
  public enum Expectation: Equatable, Sendable {
    /// It must be understood so; every slot named must have this value.
    case understood(intent: String, slots: [String: String])
    /// It must be rejected.
    case rejected
    /// These phrases must be spotted, once each; with none, whatever is spotted is a false alarm.
    case spotted([String])

    /// The phrases to be spotted; none where another thing is expected.
    var phrases: [String] { if case .spotted(let phrases) = self { phrases } else { [] } }
  }

  /// The recordings in the order of the file.
  public let entries: [Entry]

  /// Reads a manifest; audio paths are relative to its folder.
  ///
  /// - Throws: `EvaluationManifestError` naming the line that cannot be used.
  public init(path: String) throws(EvaluationManifestError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw EvaluationManifestError(path: path, line: nil, reason: "no such file, or it may not be read")
    }
    let folder = (path as NSString).deletingLastPathComponent
    var entries: [Entry] = []
    for (index, line) in data.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() where !line.isEmpty {
      func fail(_ reason: String) -> EvaluationManifestError {
        EvaluationManifestError(path: path, line: index + 1, reason: reason)
      }
      guard let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else {
        throw fail("this is not a JSON object")
      }
      guard let audio = object["audio"] as? String else { throw fail("\"audio\" is missing or not a text") }
      let expectation: Expectation
      if let phrases = object["phrases"] as? [String] {
        expectation = .spotted(phrases)
      } else if let intent = object["intent"] as? String {
        expectation = .understood(intent: intent, slots: object["slots"] as? [String: String] ?? [:])
      } else if object["intent"] is NSNull {
        expectation = .rejected
      } else {
        throw fail("one of \"intent\" (a text or null) and \"phrases\" (a list of texts) is needed")
      }
      let isAbsolute = audio.hasPrefix("/") || folder.isEmpty
      entries.append(
        Entry(audio: isAbsolute ? audio : "\(folder)/\(audio)", expectation: expectation, wake: object["wake"] as? Bool ?? false))
    }
    guard !entries.isEmpty else { throw EvaluationManifestError(path: path, line: nil, reason: "the manifest is empty") }
    self.entries = entries
  }
}
