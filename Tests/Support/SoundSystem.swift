import ALSA
import Foundation
import Logging

/// ALSA with simulated devices, for machines without a sound card.
public enum SoundSystem {
  /// Why there are no simulated devices.
  public struct Failure: Error, CustomStringConvertible {
    /// What the C compiler said.
    public let description: String
  }

  /// Builds the simulated device and points ALSA's configuration at it, once a process; call it before anything opens a PCM.
  ///
  /// The configuration stands in the test folder: the user's own and the system's stay as they are.
  public static func prepare() throws {
    try prepared.get()
  }

  private static let prepared: Result<Void, any Error> = Result {
    let library = ProcessFolder.url.appending(path: "simulated_microphone.so").path(percentEncoded: false)
    try compile(Repository.path("Tests/Support/SimulatedMicrophone/simulated_microphone.c"), to: library)
    let configuration = ProcessFolder.url.appending(path: "asound.conf")
    try Data(definitions(library: library).utf8).write(to: configuration)
    setenv("ALSA_CONFIG_PATH", configuration.path(percentEncoded: false), 1)
    ALSAMessages.send(to: Logger(label: "alsa") { _ in SwiftLogNoOpLogHandler() })
  }

  private static func compile(_ source: String, to library: String) throws {
    let messages = Pipe()
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = ["cc", "-shared", "-fPIC", "-DPIC", "-Wall", "-Wextra", "-Werror", "-o", library, source, "-lasound"]
    compiler.standardError = messages
    try compiler.run()
    let text = try messages.fileHandleForReading.readToEnd() ?? Data()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else {
      throw Failure(description: "cannot build the simulated microphone: \(String(decoding: text, as: UTF8.self))")
    }
  }

  private static func definitions(library: String) -> String {
    """
    </usr/share/alsa/alsa.conf>
    pcm_type.simulated { lib "\(library)" }
    pcm.simulated {
      @args [ FILE SPEED RATE CHANNELS OVERRUN SUSPEND RESUMES GONE ]
      @args.FILE { type string }
      @args.SPEED { type integer }
      @args.RATE { type integer }
      @args.CHANNELS { type integer }
      @args.OVERRUN { type integer }
      @args.SUSPEND { type integer }
      @args.RESUMES { type integer }
      @args.GONE { type integer }
      type simulated
      file $FILE
      speed $SPEED
      rate $RATE
      channels $CHANNELS
      overrun_at $OVERRUN
      suspend_at $SUSPEND
      resumes $RESUMES
      gone_at $GONE
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
