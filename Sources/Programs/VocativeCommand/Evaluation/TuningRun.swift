import ArgumentParser
import Foundation
import Logging
import ProgramOutput
import Vocative
import VocativeControl
import VocativeTuning

/// One run of `vocative tune`: its material, the tuning, and its output.
struct TuningRun: Sendable {
  private let model: RecognitionModel
  private let plan: SpeechPlan
  /// The phrases to tune, in dictionary words.
  private let phrases: [String]
  private let device: String
  private let repetitions: Int
  private let roomSeconds: Double
  private let recordings: String?
  private let negatives: [String]
  private let rate: Double
  private let listensToBundled: Bool
  private let file: SpottingCalibrationFile
  /// Whether a running daemon gets the thresholds.
  private let isForDaemon: Bool
  private let daemon: DaemonOptions
  private let plot: String?
  private let output: String?
  private let folder: String?
  private let jobs: Int
  private let isJSON: Bool
  private let logger: Logger

  /// - Throws: `ValidationError` for phrases that the assistant does not listen for, or the error of the assistant or the model.
  init(_ command: Tune, logger: Logger) async throws {
    model = try RecognitionModel(directory: command.options.model)
    daemon = command.daemon
    var selection = command.options.selection
    if command.output == nil, let served = try await daemon.reply(to: .assistants)?.assistants {
      isForDaemon = true
      if selection.isEverything { selection = try Self.selection(of: served) }
    } else {
      isForDaemon = false
    }
    let loaded = try await LoadedAssistants(selection, model: model, logger: logger)
    let runtime = try IntentRuntime(inMemory: loaded.assistants, logger: logger)
    plan = try SpeechPlanner(model: model, runtime: runtime).plan(for: try await runtime.grammar())
    let available = Tuner.phrases(of: plan)
    let chosen = (command.phrases ?? "").split(separator: ",").map { SpokenText.sentence(of: String($0)) }
    for phrase in chosen where !plan.keyphrases.contains(where: { $0.text == phrase }) {
      let known = available.prefix(10).map { "\"\($0)\"" }.joined(separator: ", ")
      throw ValidationError(
        "--phrases: \"\(phrase)\" is not a phrase of the assistant; the phrases are: \(known)\(available.count > 10 ? " …" : "")")
    }
    phrases = chosen.isEmpty ? available : chosen
    guard !phrases.isEmpty else {
      throw ValidationError(
        "the assistant has no phrases to tune: it has no wake phrase, and too many sentences to spot each of them")
    }
    (device, repetitions, roomSeconds) = (command.device, command.repetitions, command.roomSeconds)
    (recordings, negatives, rate) = (command.recordings, command.negatives, command.falseAlarmsPerHour)
    (listensToBundled, plot, folder, jobs) = (command.bundled, command.plot, command.save, command.jobs)
    output = command.output
    file = command.output.map(SpottingCalibrationFile.init(path:)) ?? .user
    isJSON = command.options.json
    self.logger = logger
  }

  /// Returns the selection of the assistants that a daemon serves.
  private static func selection(of served: [AssistantListing]) throws -> AssistantSelection {
    let names = served.filter { [.ready, .running].contains($0.state) }.map(\.name)
    guard !names.isEmpty else {
      throw ValidationError("the daemon serves files instead of installed assistants; name them with --intents FILE")
    }
    return AssistantSelection(names: names, in: .standard)
  }

  /// Tunes, writes and shows the thresholds.
  ///
  /// Returns whether every phrase can work.
  func tune() async throws -> Bool {
    let material = try await material()
    let progress = ProgressLine(total: material.recordings.count)
    let report: TuningReport
    do {
      defer { progress.clear() }
      report = try await Tuner(model: model, plan: plan, falseAlarmsPerHour: rate, jobs: jobs)
        .tune(with: material, progress: progress.step)
    }
    for tuning in report.phrases { show(tuning) }
    for phrase in phrases where !material.phrases.contains(phrase) && material.phrases.count > 0 {
      note("no recording of \"\(phrase)\"; its threshold does not change")
    }
    if let plot { try OutputFile(plot).write(Data(report.plot.utf8)) }
    try await write(report)
    return report.isFine
  }

  // MARK: Material

  private func material() async throws -> TuningMaterial {
    var material = TuningMaterial([])
    // Files are read first, so that a wrong name is reported before the user records for minutes.
    let quiet = try TuningMaterial.negatives(at: negatives, without: phrases, logger: logger)
    if let recordings {
      let others = plan.keyphrases.map(\.text).filter { !phrases.contains($0) }
      material.recordings = try TuningMaterial.recordings(at: recordings, of: phrases, besides: others, logger: logger)
      guard !material.phrases.isEmpty else {
        throw ValidationError("--recordings \(recordings): contains no recording of a phrase")
      }
    } else {
      if let folder { try Self.prepareFolder(at: folder) }
      let display = RecordingDisplay(isJSON: isJSON)
      defer { display.finish() }
      let session = RecordingSession(
        source: MicrophoneSource(device: device, logger: logger), repetitions: repetitions, roomSeconds: roomSeconds)
      do {
        material.recordings = try await record(with: session, notify: display.show)
      } catch let error as CaptureError where isForDaemon {
        note(
          "to tune the daemon, record with --save FOLDER while it is stopped, start it again, and run: vocative tune --recordings "
            + "FOLDER/recordings --negatives FOLDER/room")
        throw error
      }
      // Also for a person who interrupts the tuning, which takes longer than that.
      if let folder { tell(ofRecordingsIn: folder, hasRoom: roomSeconds > 0) }
    }
    material.recordings += quiet
    // Recordings are identified by their paths.
    let inputs = material.recordings.map(\.name)
    try OutputPath.require(output, "--output", differsFrom: inputs)
    try OutputPath.require(plot, "--plot", differsFrom: inputs)
    if listensToBundled { material.recordings += await bundledSentences() }
    return material
  }

  /// Records, and saves each recording as soon as it is taken.
  private func record(
    with session: RecordingSession<MicrophoneSource>, notify: @escaping @Sendable (RecordingNotice) -> Void
  ) async throws -> [TuningMaterial.Recording] {
    guard let folder else { return try await session.record(phrases, notify: notify) }
    do {
      return try await session.record(phrases, keep: { try await $0.save(to: folder) }, notify: notify)
    } catch {
      if FileManager.default.fileExists(atPath: "\(folder)/recordings") { tell(ofRecordingsIn: folder, hasRoom: false) }
      throw error
    }
  }

  private func tell(ofRecordingsIn folder: String, hasRoom: Bool) {
    note(
      "the recordings are in \(folder); to use them again, run: vocative tune --recordings \(folder)/recordings"
        + (hasRoom ? " --negatives \(folder)/room" : ""))
  }

  private static func prepareFolder(at path: String) throws {
    do throws(TuningMaterialError) {
      try TuningMaterial.prepareFolder(at: path)
    } catch {
      throw ValidationError("--save \(error)")
    }
  }

  /// Without Flite there are no bundled sentences to check against; the user's own recordings still count.
  private func bundledSentences() async -> [TuningMaterial.Recording] {
    do {
      return try await SyntheticSpeech.recordings()
    } catch {
      if !Task.isCancelled { note("the bundled sentences cannot be spoken: \(error)") }
      return []
    }
  }

  // MARK: Results

  private func show(_ tuning: PhraseTuning) {
    guard !isJSON else { return StandardOutput.line(tuning.json(falseAlarmsPerHour: rate)) }
    let width = EventPrinter.terminalWidth
    let curve = TerminalCurve(tuning, falseAlarmsPerHour: rate, width: width)
    (tuning.lines(falseAlarmsPerHour: rate, width: width) + [""] + curve.lines + [""]).forEach(StandardOutput.line)
  }

  private func write(_ report: TuningReport) async throws {
    let calibration = report.calibration(date: Date())
    let path: String
    if isForDaemon {
      guard let reply = try await ControlClient(daemon.socket.control).send(request(calibration, plot: report.plot)).calibration
      else { return }
      path = reply
    } else {
      try FolderOwner.acting(inFolderOf: file.path, otherwise: "choose another file with --output") {
        for text in try file.add(calibration, plot: report.plot) { note(text) }
      }
      path = file.path
    }
    // Programs follow the file of the user or the daemon, not any other output.
    let isFollowed = isForDaemon || file == .user
    let line = "written to \(path)" + (isFollowed ? "; running programs apply it immediately" : "")
    StandardOutput.line(isJSON ? ["calibration": path].jsonLine : line)
  }

  /// Returns the request to a daemon, without the plot if the request would be too long.
  private func request(_ calibration: SpottingCalibration, plot: String) throws -> ControlRequest {
    let request = ControlRequest.tune(calibration, plot: plot)
    guard try request.line.count > ControlServer.Limits().lineBytes else { return request }
    note("the curves are too large for the daemon's page; draw them to a file with --plot")
    return .tune(calibration, plot: nil)
  }

  private func note(_ text: String) { StandardError.write("vocative: note: \(text)\n") }
}
