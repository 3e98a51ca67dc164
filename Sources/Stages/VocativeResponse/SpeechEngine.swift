import AudioSamples
import Foundation
import ProgramOutput
import SoundFile
import Subprocess
import SystemPackage
import VocativeIntents

/// A converter of text to speech.
package protocol SpeechSource: Sendable {
  /// Converts a text to mono samples.
  ///
  /// A source that cannot change the speed or the voice ignores them. The volume is not for the source.
  ///
  /// - Throws: `SpeechError` if the text cannot be spoken.
  func synthesize(_ text: String, in style: SpeechStyle) async throws(SpeechError) -> SpeechEngine.Speech
}

/// A Debian text-to-speech program that writes a WAV file.
///
/// Engines run as separate processes, so that a crash stays isolated and their licences stay separate.
public struct SpeechEngine: SpeechSource, Equatable {
  /// The program.
  public let program: String
  /// The Debian package of the program.
  public let package: String
  /// The names of the available voices, the default first.
  package let voices: [String]
  private var voice: String
  /// The speed in percent of the engine's own.
  private var speed = 100
  /// The maximum time for a text; an engine that hangs would keep all later sentences from being spoken.
  package var timeLimit = Duration.seconds(60)

  private init(program: String, package: String, voices: [String]) {
    (self.program, self.package, self.voices) = (program, package, voices)
    voice = voices[0]
  }

  /// Carnegie Mellon's Flite with its best voice.
  public static let flite = flite(voice: "slt")

  /// Flite with one of its own voices, as listed by `flite -lv`.
  public static func flite(voice: String) -> SpeechEngine {
    var engine = SpeechEngine(program: "flite", package: "flite", voices: ["slt", "awb", "rms", "kal16", "kal"])
    engine.voice = voice
    return engine
  }

  /// Returns the same engine with another voice; unchanged if it has no voice of that name.
  package func speaking(as voice: String?) -> SpeechEngine {
    guard let voice, voices.contains(voice) else { return self }
    var engine = self
    engine.voice = voice
    return engine
  }

  /// eSpeak NG, which is smaller and supports more languages.
  public static let espeak = SpeechEngine(
    program: "espeak-ng", package: "espeak-ng", voices: ["en-us", "en-us+f3", "en-us+m3", "en-gb", "en-gb-scotland"])

  /// The engines in order of preference.
  public static let all = [flite, espeak]

  /// Returns the first engine that is installed.
  ///
  /// - Throws: `SpeechError`, with an installation command, if no engine is installed.
  public static func installed() throws(SpeechError) -> SpeechEngine {
    guard let engine = all.first(where: \.isInstalled) else {
      throw SpeechError(
        code: .engineMissing, reason: "no speech engine is installed. Run: sudo apt-get install \(flite.package)")
    }
    return engine
  }

  /// Whether the program is on the path.
  public var isInstalled: Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  /// Synthesizes a word without playing it.
  ///
  /// - Returns: The duration of the speech, in seconds.
  /// - Throws: `SpeechError` if the engine cannot run or produces no audio.
  public func test() async throws(SpeechError) -> Double {
    do throws(SpeechError) {
      let speech = try await synthesize("Hello.")
      return Double(speech.samples.count) / Double(speech.rate)
    } catch {
      // This text is not private, so that the messages of the engine can be shown.
      throw error.engineWords.map { SpeechError(code: error.code, reason: "\(error.cause): \($0)") } ?? error
    }
  }

  /// Speech as mono samples.
  public struct Speech: Equatable, Sendable {
    /// The samples.
    public let samples: [Int16]
    /// Samples a second, in Hz.
    public let rate: Int
    /// Whether the volume of speech applies to it; a ring tone must be heard at any volume.
    public let followsVolume: Bool

    /// Creates speech at a sample rate in Hz.
    public init(samples: [Int16], rate: Int, followsVolume: Bool = true) {
      self.samples = samples
      self.rate = rate
      self.followsVolume = followsVolume
    }
  }

  /// Converts a text to speech at a speed and with a voice; an unknown voice is replaced by that of the engine.
  package func synthesize(_ text: String, in style: SpeechStyle) async throws(SpeechError) -> Speech {
    var engine = speaking(as: style.voice)
    engine.speed = style.speed
    return try await engine.synthesize(text)
  }

  /// Converts a text to speech.
  ///
  /// The engine has at most the time limit.
  package func synthesize(_ text: String) async throws(SpeechError) -> Speech {
    let words = SpokenUnits.inWords(text)
    let spoken = program == Self.flite.program ? EnglishText.plain(words) : words
    let outcome = await withTimeLimit(timeLimit, clock: ContinuousClock()) { () -> Result<Speech, SpeechError> in
      do throws(SpeechError) { return .success(try await speech(of: spoken)) } catch { return .failure(error) }
    }
    guard !Task.isCancelled else { throw .cancelled }
    guard let outcome else {
      throw SpeechError(code: .engineFailed, reason: "\(program) did not end within \(timeLimit) and was stopped")
    }
    return try outcome.get()
  }

  /// The maximum number of bytes of the engine's messages in an error.
  private static let maxMessageBytes = 4096
  /// The words a minute of eSpeak NG at its own speed.
  private static let espeakWords = 175

  /// The arguments with which the program reads standard input and writes a WAV file to standard output, which are both files.
  private var arguments: [String] {
    // The engines open files by their names, and seek in the one that they write.
    let (text, wav) = ("/proc/self/fd/0", "/proc/self/fd/1")
    if program == Self.flite.program {
      let stretch = speed == 100 ? [] : ["--setf", "duration_stretch=\(100 / Double(speed))"]
      return ["-voice", voice] + stretch + ["-f", text, "-o", wav]
    }
    let words = speed == 100 ? [] : ["-s", "\(Self.espeakWords * speed / 100)"]
    return ["-v", voice] + words + ["-f", text, "-w", wav]
  }

  /// Runs the program with a text.
  ///
  /// The text and the speech are in files without names: other programs cannot list them, and nothing stays behind.
  private func speech(of text: String) async throws(SpeechError) -> Speech {
    var files: [FileDescriptor] = []
    defer { for file in files { try? file.close() } }
    do {
      for data in [Data((text + "\n").utf8), Data()] { files.append(try UnlinkedFile.descriptor(holding: data)) }
    } catch {
      throw SpeechError(
        code: .engineFailed, reason: "cannot write a temporary file in \(ScratchFolder.path): \(error.localizedDescription)")
    }
    try await run(input: files[0], output: files[1])
    do throws(SoundFileError) {
      return try Self.read("/proc/self/fd/\(files[1].rawValue)")
    } catch {
      throw SpeechError(code: .engineFailed, reason: "\(program) wrote no usable audio: \(error.reason)")
    }
  }

  private func run(input: FileDescriptor, output: FileDescriptor) async throws(SpeechError) {
    guard let number = RunningPrograms.register() else { throw .cancelled }
    // A program that cannot be started is forgotten here.
    defer { RunningPrograms.end(number) }
    var options = PlatformOptions()
    // Signals reach it only as the leader of a process group.
    options.createSession = true
    do {
      let result = try await Subprocess.run(
        .name(program), arguments: .init(arguments), platformOptions: options,
        input: .fileDescriptor(input, closeAfterSpawningProcess: false),
        output: .fileDescriptor(output, closeAfterSpawningProcess: false), error: .sequence
      ) { execution in
        RunningPrograms.begin(number, leader: execution.processIdentifier.value)
        // The program is reaped after this; then its group may belong to another program.
        defer { RunningPrograms.end(number) }
        // All messages are read, also those of an engine that writes many and speaks nevertheless.
        var beginning: [UInt8] = []
        for try await buffer in execution.standardError {
          buffer.withUnsafeBytes { beginning.append(contentsOf: $0.prefix(Self.maxMessageBytes - beginning.count)) }
        }
        return String(decoding: beginning, as: UTF8.self)
      }
      // A process that ended because its task was cancelled, or because this program ends, has not failed.
      guard !Task.isCancelled, !RunningPrograms.areEnding else { throw SpeechError.cancelled }
      guard result.terminationStatus.isSuccess else {
        let words = result.closureResult.trimmingCharacters(in: .whitespacesAndNewlines)
        throw SpeechError(
          code: .engineFailed, reason: "\(program) failed (\(result.terminationStatus))",
          remedy: "Run \"vocative doctor\", which shows its messages", engineWords: words.isEmpty ? nil : words)
      }
    } catch let error as SpeechError {
      throw error
    } catch  where Task.isCancelled || error is CancellationError {
      throw .cancelled
    } catch {
      throw SpeechError(
        code: .engineMissing, reason: "\(program) cannot be run (\(error)). Run: sudo apt-get install \(package)")
    }
  }

  private static func read(_ path: String) throws(SoundFileError) -> Speech {
    let reader = try SoundFileReader(path: path)
    var samples: [Int16] = []
    while true {
      let block = try reader.read(frames: 4096)
      if block.isEmpty { return Speech(samples: samples, rate: reader.rate) }
      for frame in stride(from: 0, to: block.count, by: reader.channels) {
        samples.append(Int16(clamping: block[frame] * 32_768))
      }
    }
  }
}
