import ArgumentParser
import Foundation
import Logging
import Vocative
import VocativeTuning

/// `vocative tune`: finds thresholds for a voice and a room.
struct Tune: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find thresholds of the wake phrases for your voice and room.",
    discussion: """
      Records each phrase several times and then the room, or reads recordings, and writes the thresholds to a file that "vocative \
      listen", "vocative replay" and "vocatived" follow while they run. The command tunes the wake phrases, or all phrases of an \
      assistant without wake phrases. Phrases that it does not tune keep their thresholds.

      If the daemon runs, the command tunes the phrases of its assistants and gives it the thresholds, and reports this on \
      standard error. The daemon holds the microphone: stop it while you record with --save, and read the recordings with \
      --recordings when it runs again. --local and --output write a file of your own.

      --recordings reads a manifest in the format of "vocative evaluate", or a folder with a folder for each phrase, as in \
      recordings/hey assistant/1.wav. --negatives reads manifests (.jsonl), folders and files of audio without the phrases.

      Exit status: 0 if every phrase can work, 1 otherwise; the thresholds of the other phrases are written even then.
      """)

  @OptionGroup var options: RecognitionOptions
  @OptionGroup var daemon: DaemonOptions

  @Option(help: ArgumentHelp("The ALSA device to record from; \"vocative devices\" lists devices.", valueName: "name"))
  var device = "default"

  @Option(help: ArgumentHelp("Tune only these phrases, separated by commas (default: all wake phrases).", valueName: "a,b"))
  var phrases: String?

  @Option(help: ArgumentHelp("The number of recordings of each phrase.", valueName: "count"))
  var repetitions = 5

  @Option(
    help: ArgumentHelp(
      "The seconds of the room to record; more seconds show more about false alarms.", valueName: "seconds"))
  var roomSeconds = 120.0

  @Option(help: ArgumentHelp("Recordings of the phrases (default: record from the microphone).", valueName: "manifest or folder"))
  var recordings: String?

  @Option(
    help: ArgumentHelp(
      "Audio without the phrases; may be repeated (default: record the room).", valueName: "manifest, folder or file"))
  var negatives: [String] = []

  @Option(help: ArgumentHelp("The target rate of false alarms an hour for each phrase.", valueName: "rate"))
  var falseAlarmsPerHour = Tuner.falseAlarmsPerHour

  @Flag(inversion: .prefixedNo, help: "Include the bundled sentences, which Flite speaks.")
  var bundled = true

  @Option(
    help: ArgumentHelp(
      """
      The calibration file to write; its curves are beside it, with the ending .svg (default: that of the running daemon, else \
      ~/.config/vocative/calibration.json, or $\(SpottingCalibrationFile.variable)).
      """,
      valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Draw the curves to this file as SVG (default: none).", valueName: "file.svg"))
  var plot: String?

  @Option(
    help: ArgumentHelp(
      """
      Keep what the microphone records in this new folder, in the form that --recordings and --negatives read; not with \
      --recordings (default: none).
      """,
      valueName: "folder"))
  var save: String?

  @Option(help: "The number of recordings to process in parallel; the results do not depend on it.")
  var jobs = 1

  func validate() throws {
    guard (1...100).contains(repetitions) else { throw ValidationError("--repetitions takes 1 to 100") }
    guard roomSeconds >= 0, roomSeconds <= 3600 else {
      throw ValidationError("--room-seconds takes 0 to 3600; for longer recordings, use arecord and --negatives")
    }
    guard falseAlarmsPerHour > 0, falseAlarmsPerHour <= 100 else {
      throw ValidationError("--false-alarms-per-hour takes a number above 0, at most 100; 0.1 is one in ten hours")
    }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs takes 1 to 64") }
    guard save == nil || recordings == nil else {
      throw ValidationError("--save keeps recordings from the microphone; it cannot be combined with --recordings")
    }
    try InputPath.requireNamed([recordings], "--recordings")
    try InputPath.requireNamed(negatives, "--negatives")
    if let plot { try OutputPath.requireFile(plot, "--plot") }
    if let output {
      try OutputPath.requireFile(output, "--output")
      guard SpottingCalibrationFile(path: output).plotPath != output else {
        throw ValidationError("--output \(output): the curves are drawn to this file; choose another ending, such as .json")
      }
    }
    try OutputPath.requireDifferent(output, "--output", plot, "--plot")
    for (path, option) in [(output, "--output"), (plot, "--plot")] {
      try OutputPath.require(path, option, differsFrom: options.intents + [recordings].compactMap(\.self) + negatives)
    }
  }

  func run() async throws {
    for (path, option) in [(output, "--output"), (plot, "--plot")] { try OutputPath.requirePermission(path, option) }
    let logger = options.makeLogger()
    let run = try await TuningRun(self, logger: logger)
    guard try await Interruption.cancelling({ try await run.tune() }) else { throw ExitStatus.no }
  }
}
