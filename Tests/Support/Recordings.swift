import Foundation

/// A recording in `Audio/`, with its transcript and the expected result.
public struct Recording: Sendable, CustomStringConvertible {
  /// The expected result of a recording.
  public enum Expectation: Equatable, Sendable {
    /// The request is understood with these slots and handled.
    case understood(intent: String, slots: [String: String])
    /// The assistant must reject the speech; the reason is given if only one is correct.
    case rejected(reason: String?)
    /// The assistant does not react.
    case nothing
    /// The file is read to its end; its interpretation is not tested.
    case read
  }

  /// The file's path, relative to `Audio/`.
  public let audio: String
  /// The spoken words.
  public let transcript: String
  /// The expected result.
  public let expectation: Expectation

  /// The file's full path.
  public var path: String { Recording.folder + "/" + audio }
  /// The file's name, for test reports.
  public var description: String { audio }

  /// The folder of recordings.
  public static let folder = Repository.path("Audio")

  /// Every recording of the manifest.
  public static let all: [Recording] = {
    let manifest = FileManager.default.contents(atPath: folder + "/manifest.jsonl") ?? Data()
    return manifest.split(separator: 0x0A).compactMap { line in
      guard let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
        let audio = object["audio"] as? String, let transcript = object["transcript"] as? String,
        let expect = object["expect"] as? [String: Any]
      else { return nil }
      return Recording(audio: audio, transcript: transcript, expectation: Expectation(expect))
    }
  }()
}

extension Recording.Expectation {
  fileprivate init(_ object: [String: Any]) {
    if let intent = object["intent"] as? String {
      self = .understood(intent: intent, slots: object["slots"] as? [String: String] ?? [:])
    } else if let reason = object["rejected"] {
      self = .rejected(reason: reason as? String)
    } else {
      self = object["read"] == nil ? .nothing : .read
    }
  }
}

/// The paths of the repository that the tests were built from.
public enum Repository {
  /// Returns a path from one relative to the repository's root.
  public static func path(_ relative: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(relative).path
  }
}
