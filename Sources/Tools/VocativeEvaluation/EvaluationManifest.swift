import Foundation
import LimitedFile
import SoundFile
import VocativeUnderstanding

/// A manifest that cannot be used: the file, the line and why.
public struct EvaluationManifestError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The manifest as it was named.
  public let path: String
  /// The line, counted from 1; nil if the file as a whole is at fault.
  public let line: Int?
  /// What is wrong, and what to do.
  public let reason: String
  /// Whether a file is missing, and not its contents wrong.
  public let isMissing: Bool

  init(path: String, line: Int?, reason: String, isMissing: Bool = false) {
    self.path = path
    self.line = line
    self.reason = reason
    self.isMissing = isMissing
  }

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
    /// Whether the recording holds the wake phrase too.
    public let wake: Bool
    /// The words that are said, without the wake phrase; nil if the manifest does not say.
    public var transcript: String?
    /// The manifest, as it was named.
    public let manifest: String
    /// The line of the manifest, counted from 1.
    public let line: Int

    /// An entry of no manifest: of audio that was made or recorded just now.
    public init(audio: String, expectation: Expectation) {
      self.init(audio: audio, expectation: expectation, wake: false, manifest: "", line: 0)
    }

    init(audio: String, expectation: Expectation, wake: Bool, manifest: String, line: Int) {
      self.audio = audio
      self.expectation = expectation
      self.wake = wake
      self.manifest = manifest
      self.line = line
    }

    /// The same recording, of which another thing is to be made.
    func expecting(_ expectation: Expectation) -> Entry {
      var entry = Entry(audio: audio, expectation: expectation, wake: wake, manifest: manifest, line: line)
      entry.transcript = transcript
      return entry
    }

    /// The manifest and the line, as errors name them.
    public var place: String { "\(manifest):\(line)" }

    /// An error that names this line.
    public func error(_ reason: String, isMissing: Bool = false) -> EvaluationManifestError {
      EvaluationManifestError(path: manifest, line: line, reason: reason, isMissing: isMissing)
    }
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

  /// Bytes a manifest may have: some hundred thousand lines.
  private static let largestSize = 32 << 20

  /// The manifest as it was named.
  public let path: String
  /// The recordings in the order of the file.
  public let entries: [Entry]

  /// Reads a manifest; audio paths are relative to its folder.
  ///
  /// - Throws: `EvaluationManifestError` naming the line that cannot be used.
  public init(path: String) throws(EvaluationManifestError) {
    let file = LimitedFile(path: path, limit: Self.largestSize)
    let data = try file.contents { failure in
      switch failure {
      case .tooLarge:
        EvaluationManifestError(
          path: path, line: nil, reason: "the manifest is larger than \(file.limitText); make several of it, or name a manifest")
      case .unreadable:
        EvaluationManifestError(
          path: path, line: nil, reason: "no such file, or it may not be read; name a file with one JSON object a line",
          isMissing: true)
      }
    }
    self.path = path
    let folder = (path as NSString).deletingLastPathComponent
    entries = try data.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
      .map { index, line throws(EvaluationManifestError) in try Self.entry(Data(line), number: index + 1, path, folder) }
      .compactMap(\.self)
  }

  /// Opens every recording, so that one that is missing is known before hours have been spent on the others.
  ///
  /// - Parameter mayBeEmpty: Whether it is fine that there is none.
  /// - Throws: `EvaluationManifestError` naming the line and the recording.
  public func checkRecordings(mayBeEmpty: Bool = false) throws(EvaluationManifestError) {
    guard mayBeEmpty || !entries.isEmpty else {
      throw EvaluationManifestError(
        path: path, line: nil, reason: "the manifest is empty; each line is a JSON object that names a recording")
    }
    for entry in entries {
      do throws(SoundFileError) {
        _ = try SoundFileReader(path: entry.audio)
      } catch {
        let isMissing = error.code == .missing || error.code == .accessDenied
        throw entry.error(
          "\(error.description)\(isMissing ? "; \"audio\" is relative to the manifest's folder, or absolute" : "")",
          isMissing: isMissing)
      }
    }
  }

  private static func entry(
    _ line: Data, number: Int, _ path: String, _ folder: String
  ) throws(EvaluationManifestError) -> Entry? {
    guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { return nil }
    func fail(_ reason: String) -> EvaluationManifestError { EvaluationManifestError(path: path, line: number, reason: reason) }
    guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any] else {
      throw fail("this is not a JSON object; each line must be one, as in {\"audio\": \"a.wav\", \"intent\": null}")
    }
    guard let audio = object["audio"] as? String else { throw fail("\"audio\" is missing or not a text") }
    guard let slots = (object["slots"] ?? [String: String]()) as? [String: String] else {
      throw fail("\"slots\" must be an object of texts, as in {\"size\": \"small\"}")
    }
    guard let wake = (object["wake"] ?? false) as? Bool else { throw fail("\"wake\" must be true or false") }
    let expectation: Expectation
    if let phrases = object["phrases"] as? [String] {
      expectation = .spotted(phrases.map { SpokenText.sentence(of: $0) })
    } else if let intent = object["intent"] as? String {
      expectation = .understood(intent: intent, slots: slots)
    } else if object["intent"] is NSNull {
      expectation = .rejected
    } else {
      throw fail("one of \"intent\" (a text or null) and \"phrases\" (a list of texts) is needed")
    }
    let isAbsolute = audio.hasPrefix("/") || folder.isEmpty
    var entry = Entry(
      audio: isAbsolute ? audio : "\(folder)/\(audio)", expectation: expectation, wake: wake, manifest: path, line: number)
    entry.transcript = object["transcript"] as? String
    return entry
  }
}
