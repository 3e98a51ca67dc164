import Foundation
import LimitedFile
import SoundFile
import SystemPackage
import VocativeUnderstanding

/// A manifest that cannot be used: the file, the line and the reason.
public struct EvaluationManifestError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The manifest's path, as given by the user.
  public let path: String
  /// The line, counted from 1; nil if the error concerns the whole file.
  public let line: Int?
  /// The reason, with a remedy.
  public let reason: String
  /// Whether a file is missing, rather than its contents invalid.
  public let isMissing: Bool

  init(path: String, line: Int?, reason: String, isMissing: Bool = false) {
    self.path = path
    self.line = line
    self.reason = reason
    self.isMissing = isMissing
  }

  /// The location and the reason.
  public var description: String { (line.map { "\(path):\($0)" } ?? path) + ": \(reason)" }
}

/// Recordings with their expected results: one JSON object on each line.
public struct EvaluationManifest: Equatable, Sendable {
  /// One recording.
  public struct Entry: Equatable, Sendable {
    /// The recording's path, relative to the working folder or absolute.
    public let audio: String
    /// The expected result.
    public let expectation: Expectation
    /// Whether the recording includes the wake phrase.
    public let wake: Bool
    /// The spoken words, without the wake phrase; nil if the manifest does not give them.
    public var transcript: String?
    /// The manifest's path, as given by the user.
    public let manifest: String
    /// The line of the manifest, counted from 1.
    public let line: Int

    /// Creates an entry without a manifest, for audio that has just been recorded or synthesized.
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

    /// Returns the same recording with another expectation.
    func expecting(_ expectation: Expectation) -> Entry {
      var entry = Entry(audio: audio, expectation: expectation, wake: wake, manifest: manifest, line: line)
      entry.transcript = transcript
      return entry
    }

    /// Returns the same recording with another name of the expected intent.
    public func naming(_ name: (String) -> String) -> Entry {
      guard case .understood(let intent, let slots) = expectation else { return self }
      return expecting(.understood(intent: name(intent), slots: slots))
    }

    /// The manifest and the line, as shown in errors.
    public var place: String { "\(manifest):\(line)" }

    /// Returns an error for this line.
    public func error(_ reason: String, isMissing: Bool = false) -> EvaluationManifestError {
      EvaluationManifestError(path: manifest, line: line, reason: reason, isMissing: isMissing)
    }
  }

  /// The expected result of a recording.
  public enum Expectation: Equatable, Sendable {
    /// The recording must be understood as this intent; each given slot must have this value.
    case understood(intent: String, slots: [String: String])
    /// The recording must be rejected.
    case rejected
    /// These phrases must be spotted once each; if there are none, every hit is a false alarm.
    case spotted([String])

    /// The phrases to be spotted; empty for another expectation.
    var phrases: [String] { if case .spotted(let phrases) = self { phrases } else { [] } }
  }

  /// The maximum size of a manifest in bytes: some hundred thousand lines.
  private static let maxSize = 32 << 20

  /// The manifest's path, as given by the user.
  public let path: String
  /// The recordings, in file order.
  public let entries: [Entry]

  /// Reads a manifest; audio paths are relative to its folder.
  ///
  /// - Throws: `EvaluationManifestError` naming the line that cannot be used.
  public init(path: String) throws(EvaluationManifestError) {
    let file = LimitedFile(path: path, limit: Self.maxSize)
    let data = try file.contents { failure in
      switch failure {
      case .tooLarge:
        EvaluationManifestError(
          path: path, line: nil, reason: "the manifest is larger than \(file.limitText); split it, or choose another file")
      case .unreadable:
        EvaluationManifestError(
          path: path, line: nil,
          reason: "\(file.unreadableReason); choose a file with one JSON object on each line",
          isMissing: true)
      }
    }
    self.path = path
    let folder = FilePath(path).removingLastComponent().string
    entries = try data.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
      .map { index, line throws(EvaluationManifestError) in try Self.entry(Data(line), number: index + 1, path, folder) }
      .compactMap(\.self)
  }

  /// Opens every recording, so that a missing one is found before the measurement starts.
  ///
  /// - Parameter mayBeEmpty: Whether a manifest without recordings is valid.
  /// - Throws: `EvaluationManifestError` naming the line and the recording.
  public func checkRecordings(mayBeEmpty: Bool = false) throws(EvaluationManifestError) {
    guard mayBeEmpty || !entries.isEmpty else {
      throw EvaluationManifestError(
        path: path, line: nil, reason: "the manifest is empty; each line must be a JSON object that names a recording")
    }
    for entry in entries {
      do throws(SoundFileError) {
        _ = try SoundFileReader(path: entry.audio)
      } catch {
        let isMissing = error.isUnread
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
      throw fail("not a JSON object; each line must be one, such as {\"audio\": \"a.wav\", \"intent\": null}")
    }
    guard let audio = object["audio"] as? String else { throw fail("\"audio\" is missing or is not a string") }
    guard let slots = (object["slots"] ?? [String: String]()) as? [String: String] else {
      throw fail("\"slots\" must be an object with string values, such as {\"size\": \"small\"}")
    }
    guard let wake = (object["wake"] ?? false) as? Bool else { throw fail("\"wake\" must be true or false") }
    let expectation: Expectation
    if let phrases = (object["phrases"] as? [String])?.map(SpokenText.sentence) {
      guard !phrases.contains("") else { throw fail("\"phrases\" has a phrase without words; remove it") }
      expectation = .spotted(phrases)
    } else if let intent = object["intent"] as? String {
      expectation = .understood(intent: intent, slots: slots)
    } else if object["intent"] is NSNull {
      expectation = .rejected
    } else {
      throw fail("either \"intent\" (a string or null) or \"phrases\" (a list of strings) is required")
    }
    let isAbsolute = audio.hasPrefix("/") || folder.isEmpty
    var entry = Entry(
      audio: isAbsolute ? audio : "\(folder)/\(audio)", expectation: expectation, wake: wake, manifest: path, line: number)
    entry.transcript = object["transcript"] as? String
    return entry
  }
}
