import Foundation

/// The recordings in `Audio/`, with what was said in each and what must come of it.
public struct Recording: Sendable, CustomStringConvertible {
  /// What must come of a recording.
  public enum Expectation: Equatable, Sendable {
    /// The request is understood so, and handled.
    case understood(intent: String, slots: [String: String])
    /// Something is said to the assistant that it must refuse; the reason, where only one is right.
    case rejected(reason: String?)
    /// Nothing happens.
    case nothing
    /// The file is read to its end; what is understood of it is open.
    case read
  }

  /// The file, relative to `Audio/`.
  public let audio: String
  /// What was said.
  public let transcript: String
  /// What must come of it.
  public let expectation: Expectation

  /// The file's whole path.
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

/// Places in the repository the tests were built from.
public enum Repository {
  /// A path relative to the repository's top.
  public static func path(_ relative: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(relative).path
  }
}
