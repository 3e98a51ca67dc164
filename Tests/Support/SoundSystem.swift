import ALSA
import Foundation
import Logging

/// ALSA with simulated devices, for machines without a sound card.
public enum SoundSystem {
  /// The reason the simulated devices are missing.
  public struct Failure: Error, CustomStringConvertible {
    /// The C compiler's output.
    public let description: String
  }

  /// Builds the simulated devices and points ALSA's configuration at them, once in a process; call it before any PCM is opened.
  ///
  /// The configuration is in the test folder, so the user's and the system's files stay unchanged.
  public static func prepare() throws {
    try prepared.get()
  }

  /// Adds a silent device that ALSA finds once it reads its configuration again, as a card that is plugged in.
  public static func plugIn(_ name: String) throws {
    try prepare()
    try Data("pcm.\(name) { type null }\n".utf8).write(to: laterDefinitions)
  }

  /// A library for `LD_PRELOAD` with which devices drain as a card does that is opened without conversion, such as `hw:0,0`.
  public static var driverDrain: String {
    get throws { try compile("driver_drain") }
  }

  /// A library for `LD_PRELOAD` with which devices wake up slowly after a suspend, as cards do.
  public static var slowResume: String {
    get throws { try compile("slow_resume") }
  }

  private static let laterDefinitions = ProcessFolder.url.appending(path: "later.conf")

  private static let prepared: Result<Void, any Error> = Result {
    let microphone = try compile("simulated_microphone")
    let loudspeaker = try compile("simulated_loudspeaker")
    let mixer = try compile("simulated_mixer")
    let configuration = ProcessFolder.url.appending(path: "asound.conf")
    try Data(definitions(microphone: microphone, loudspeaker: loudspeaker, mixer: mixer).utf8).write(to: configuration)
    setenv("ALSA_CONFIG_PATH", configuration.path(percentEncoded: false), 1)
    ALSAMessages.send(to: Logger(label: "alsa") { _ in SwiftLogNoOpLogHandler() })
  }

  /// Compiles a plugin and returns the path of its library.
  private static func compile(_ plugin: String) throws -> String {
    let source = Repository.path("Tests/Support/SimulatedSound/\(plugin).c")
    let library = ProcessFolder.url.appending(path: "\(plugin).so").path(percentEncoded: false)
    let messages = Pipe()
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = ["cc", "-shared", "-fPIC", "-DPIC", "-Wall", "-Wextra", "-Werror", "-o", library, source, "-lasound"]
    compiler.standardError = messages
    try compiler.run()
    let text = try messages.fileHandleForReading.readToEnd() ?? Data()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else {
      throw Failure(description: "cannot build the \(plugin): \(String(decoding: text, as: UTF8.self))")
    }
    return library
  }

  private static func definitions(microphone: String, loudspeaker: String, mixer: String) -> String {
    """
    </usr/share/alsa/alsa.conf>
    @hooks.1 { func load files [ "\(laterDefinitions.path(percentEncoded: false))" ] errors false }
    pcm_type.simulated { lib "\(microphone)" }
    pcm_type.loudspeaker { lib "\(loudspeaker)" }
    ctl_type.mixer { lib "\(mixer)" }
    ctl.mixer { type mixer }
    pcm.simulated {
      @args [ FILE SPEED RATE COMMON CHANNELS RESUMES REPEATS FAULTS ]
      @args.FILE { type string }
      @args.SPEED { type integer }
      @args.RATE { type integer }
      @args.COMMON { type integer }
      @args.CHANNELS { type integer }
      @args.RESUMES { type integer }
      @args.REPEATS { type integer }
      @args.FAULTS { type string }
      type simulated
      file $FILE
      speed $SPEED
      rate $RATE
      common $COMMON
      channels $CHANNELS
      resumes $RESUMES
      repeats $REPEATS
      faults $FAULTS
    }
    pcm.loudspeaker {
      @args [ FILE SPEED RESUMES FAULTS ]
      @args.FILE { type string }
      @args.SPEED { type integer }
      @args.RESUMES { type integer }
      @args.FAULTS { type string }
      type loudspeaker
      file $FILE
      speed $SPEED
      resumes $RESUMES
      faults $FAULTS
    }
    pcm.busy { type simulated busy 1 }
    pcm.recorded {
      @args [ FILE ]
      @args.FILE { type string }
      type file
      slave.pcm "null"
      file "/dev/null"
      infile $FILE
      format "raw"
    }

    """
  }
}
