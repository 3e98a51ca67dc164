import ArgumentParser
import Foundation
import Logging
import Vocative
import VocativeTuning

/// `vocative tune`: thresholds for this voice and this room.
struct Tune: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find each wake phrase's threshold for your voice and your room.",
    discussion: """
      Asks for each phrase a few times and then for the room as it is, or takes recordings, and writes the thresholds to a file that \
      "vocative listen", "vocative replay" and "vocatived" follow while they run. Tuned are the wake phrases, or all phrases of an \
      assistant that has none; phrases that were tuned before and are not now keep their thresholds.

      --recordings takes a manifest as "vocative evaluate" reads it, or a folder with a folder for each phrase, as in \
      recordings/hey assistant/1.wav; --negatives takes manifests (.jsonl), folders and files of audio without the phrases.

      Exit status 0 when every phrase can work, 1 when one cannot; what it writes then still holds for the others.
      """)

  @OptionGroup var options: AssistantOptions

  @Option(help: ArgumentHelp("The ALSA device to record from; \"vocative devices\" lists them.", valueName: "name"))
  var device = "default"

  @Option(help: ArgumentHelp("Tune these phrases only, separated by commas.", valueName: "a,b"))
  var phrases: String?

  @Option(help: ArgumentHelp("How often each phrase is said.", valueName: "count"))
  var repetitions = 5

  @Option(
    help: ArgumentHelp(
      "Seconds of the room that are recorded; the more, the more is known of false alarms.", valueName: "seconds"))
  var roomSeconds = 120.0

  @Option(help: ArgumentHelp("Recordings of the phrases instead of the microphone.", valueName: "manifest or folder"))
  var recordings: String?

  @Option(help: ArgumentHelp("Audio without the phrases; may be given several times.", valueName: "manifest, folder or file"))
  var negatives: [String] = []

  @Option(help: ArgumentHelp("False alarms an hour of each phrase that are wanted (default: 0.1).", valueName: "rate"))
  var falseAlarmsPerHour = Tuner.falseAlarmsPerHour

  @Flag(inversion: .prefixedNo, help: "Listen to the bundled sentences too, which Flite speaks.")
  var bundled = true

  @Option(help: ArgumentHelp("Where the thresholds go (default: where they are looked for).", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Draw the curves as SVG.", valueName: "file.svg"))
  var plot: String?

  @Option(help: ArgumentHelp("Keep what the microphone recorded, as --recordings and --negatives take it.", valueName: "folder"))
  var save: String?

  @Option(help: "Recordings listened to side by side; the result does not depend on it.")
  var jobs = 1

  func validate() throws {
    guard (1...100).contains(repetitions) else { throw ValidationError("--repetitions takes 1 to 100") }
    guard roomSeconds >= 0, roomSeconds <= 3600 else {
      throw ValidationError("--room-seconds takes 0 to 3600; record longer with arecord, and name the files with --negatives")
    }
    guard falseAlarmsPerHour > 0, falseAlarmsPerHour <= 100 else {
      throw ValidationError("--false-alarms-per-hour takes a number above 0, at most 100; 0.1 is one in ten hours")
    }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs takes 1 to 64") }
    guard save == nil || recordings == nil else {
      throw ValidationError("--save keeps what the microphone records; with --recordings there is nothing to keep")
    }
    if let plot { try OutputPath.requireWritable(plot, "--plot") }
    if let output { try OutputPath.requireWritable(output, "--output") }
    try OutputPath.requireDifferent(output, "--output", plot, "--plot")
    for (path, option) in [(output, "--output"), (plot, "--plot")] {
      try OutputPath.require(path, option, differsFrom: [options.intents, recordings].compactMap(\.self) + negatives)
    }
  }

  func run() async throws {
    let logger = options.makeLogger()
    let run = try await TuningRun(self, logger: logger)
    guard try await Interruption.cancelling({ try await run.tune() }) else { throw ExitStatus.no }
  }
}
