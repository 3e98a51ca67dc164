public import VocativeResponse

extension SpeechEngine {
  /// Checks that the engine has a voice.
  ///
  /// - Throws: `UnknownVoiceError` that lists the voices.
  public func require(_ voice: String) throws(UnknownVoiceError) {
    guard voices.contains(voice) else { throw UnknownVoiceError(voice: voice, engine: program, voices: voices) }
  }
}

/// A voice that the speech engine does not have.
public struct UnknownVoiceError: Error, Equatable, Sendable, CustomStringConvertible, ExitStatusProviding {
  /// The name of the voice.
  public let voice: String
  let engine: String
  let voices: [String]

  /// The voice, and those that the engine has.
  public var description: String {
    "the speech engine \(engine) has no voice \"\(voice)\"; its voices are: \(voices.joined(separator: ", "))"
  }
  /// The exit status is `configuration`.
  public var exitStatus: ExitStatus { .configuration }
}
