import Dispatch
public import Logging
import ProgramOutput
import Synchronization
public import VocativeResponse

/// The volume, the speed and the voice of a program, which a person can change while the program runs.
public final class SpeechControl: Sendable {
  /// The abilities of the program's speech engine.
  public struct Abilities: Equatable, Sendable {
    /// The names of the voices, the default first; empty if they are not known.
    public var voices: [String]
    /// Whether the speed can be changed.
    public var hasSpeed: Bool

    /// Creates the abilities of an engine.
    public init(voices: [String], hasSpeed: Bool = true) { (self.voices, self.hasSpeed) = (voices, hasSpeed) }

    /// The abilities of a local engine.
    public init(of engine: SpeechEngine) { self.init(voices: engine.voices) }

    /// The abilities of the first engine that is installed.
    public static var installed: Abilities { (try? SpeechEngine.installed()).map(Abilities.init(of:)) ?? Abilities(voices: []) }
  }

  /// The volume, the speed and the voice at one moment, with what is possible.
  public struct Status: Equatable, Sendable, Codable {
    /// The volume in percent of the engine's own.
    public let volume: Int
    /// The speed in percent of the engine's own.
    public let speed: Int
    /// The name of the voice; nil if the speech service selects it.
    public let voice: String?
    /// The names of all voices.
    public let voices: [String]
    /// Whether the speed can be changed.
    public let hasSpeed: Bool
  }

  /// The abilities of the speech engine.
  public let abilities: Abilities
  private let configured: SpeechStyle
  private let file: SpeechStyleFile?
  private let logger: Logger
  private let current: Mutex<SpeechStyle>
  private let queue = DispatchQueue(label: "vocative.speech-style")

  /// Creates the control of a program's speech.
  ///
  /// - Parameters:
  ///   - configured: The style of the settings.
  ///   - file: The file that keeps changes; nil to forget them when the program ends.
  ///   - isTrial: Whether the program begins with the style of the file, and forgets changes when it ends.
  public init(
    configured: SpeechStyle = SpeechStyle(), abilities: Abilities, file: SpeechStyleFile? = nil, isTrial: Bool = false,
    logger: Logger
  ) {
    (self.configured, self.abilities, self.file, self.logger) = (configured, abilities, isTrial ? nil : file, logger)
    var style = configured
    do throws(SpeechStyleFileError) {
      style = try file?.style(configured: configured) ?? configured
    } catch {
      logger.error("\(error)")
    }
    current = Mutex(style)
  }

  /// The style of the next sentence.
  public var style: SpeechStyle { current.withLock { $0 } }

  /// The current style, with what is possible.
  public var status: Status {
    let style = style
    return Status(
      volume: style.volume, speed: style.speed, voice: voice(of: style), voices: abilities.voices, hasSpeed: abilities.hasSpeed)
  }

  /// Changes the style, from the next sentence on.
  ///
  /// - Throws: `SpeechStyleFileError` if it is changed now, but not after a restart.
  public func change(_ change: (inout SpeechStyle) -> Void) async throws(SpeechStyleFileError) {
    let former = current.withLock { style in
      let former = style
      change(&style)
      style = SpeechStyle(volume: style.volume, speed: style.speed, voice: style.voice)
      return former
    }
    guard let file else { return }
    // The present style includes later changes, so that the order of the writes does not matter.
    try await queue.run { [self] () throws(SpeechStyleFileError) in try file.write(style, after: former, configured: configured) }
  }

  /// Changes the style as a person says; a change that is not kept is logged.
  func changeAsSaid(_ change: (inout SpeechStyle) -> Void) async {
    do throws(SpeechStyleFileError) {
      try await self.change(change)
    } catch {
      logger.error("\(error)")
    }
  }

  /// Returns to the configured style.
  func reset() async { await changeAsSaid { $0 = configured } }

  /// The name of the voice of a style; nil if it is not known.
  private func voice(of style: SpeechStyle) -> String? {
    guard let voice = style.voice, abilities.voices.isEmpty || abilities.voices.contains(voice) else {
      return abilities.voices.first
    }
    return voice
  }
}
