import ArgumentParser
import Foundation
import Logging
import Vocative
import VocativePage

/// `vocative page`: the microphone through the whole pipeline, with a page that shows it.
struct Page: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Listen, answer, and serve a page for a browser.",
    discussion: """
      Without a microphone the page is still served: it shows the problem, takes typed requests, and waits for the microphone.

      The page asks for a token, which is part of the printed link: keep the link to yourself. Only this computer can open the page, \
      unless --host admits others. /kiosk is a page for a display in the room. Press control-C to end it.
      """)

  @OptionGroup var options: AssistantOptions
  @OptionGroup var speech: SpeechOptions
  @OptionGroup var listening: ListeningOptions
  @OptionGroup var services: ServiceOptions

  @Option(help: ArgumentHelp("The port of the page; 0 selects a free port.", valueName: "port"))
  var port = PageAddress.defaultPort

  @Option(help: ArgumentHelp("The address to serve the page on.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      "A file with the token that a browser must present; other users must not be able to read it (default: a generated one).",
      valueName: "file"))
  var tokenFile: String?

  @Option(help: ArgumentHelp("The ALSA device to record from; \"vocative devices\" lists devices.", valueName: "name"))
  var device = "default"

  @Option(
    help: ArgumentHelp(
      "Play this recording in real time instead of a microphone; \"-\" reads raw samples as replay does; may be repeated (default: none).",
      valueName: "file"),
    completion: .file())
  var replay: [String] = []

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("--port must be from 0 to 65535") }
    try InputPath.requireNamed(replay, "--replay")
    try InputPath.requireNamed([tokenFile], "--token-file")
    try OutputPath.require(speech.speechFile, "--speech-file", differsFrom: replay + options.intents)
  }

  func run() async throws {
    let logger = options.makeLogger()
    let token = try tokenFile.map { try PageToken(file: $0) } ?? PageToken(making: PageToken.defaultFile)
    let address = PageAddress(host: host, port: port, token: token, sessionsFile: PageAddress.defaultSessionsFile)
    let model = try RecognitionModel(directory: options.model)
    let presenters: AssistantPresenters = options.selection.presenters(of:)
    let hub = PageHub()
    let control = try speech.control(isService: services.speech != nil, isTrial: options.sample, logger: logger)
    let runtime = try await options.makeRuntime(model: model, speech: control, logger: logger)
    let display = ListeningDisplay(
      greeting: nil,
      printer: EventPrinter(
        json: options.json, showsScores: options.verbose, storesActivities: !runtime.hasSampleData),
      presenters: presenters,
      showsLevel: !options.json && isatty(STDOUT_FILENO) == 1)
    let loop = TurnLoop(
      runtime: runtime,
      stages: try services.stages(model: model, speech: speech, control: control, logger: logger),
      configuration: listening.configuration,
      logger: logger
    ) { notice in
      hub.receive(notice)
      display.show(notice)
    }
    let server = try PageServer(
      address, hub: hub, runtime: { await loop.runtime }, presenters: presenters, logger: logger
    ) { [json = options.json] url in
      let link = address.link(to: url)
      display.show(json ? ServedAddress(uri: link).jsonLine : "serving the page at \(link); press control-C to end")
    }
    hub.serve(
      PageOwner(
        loop: loop, speech: control, devices: .init(input: device, output: speech.outputDevice ?? "default"), model: model))
    hub.answerRequests { text, browser in _ = try await loop.trigger(text, from: browser) }
    hub.stopRinging { await loop.stopRinging() }
    let ringing = Task { await AlertRinger(loop: loop, logger: logger).run() }
    defer { ringing.cancel() }
    try await display.finish {
      // If either task ends, the other is cancelled.
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        group.addTask { try await listen(with: loop, hub: hub, logger: logger) }
        defer { group.cancelAll() }
        try await group.next()
      }
    }
  }
}

extension Page {
  private func listen(with loop: TurnLoop, hub: PageHub, logger: Logger) async throws {
    guard !replay.isEmpty else {
      try await listenToMicrophone(with: loop, hub: hub, logger: logger)
      return
    }
    for file in replay {
      if file == "-" {
        try await loop.run(RawStreamSource())
      } else {
        try await loop.run(AudioFileSource(path: file, pace: .realTime, logger: logger))
      }
    }
    // The page stays available until the user ends the program.
    while true { try await Task.sleep(for: .seconds(3600)) }
  }

  /// Seconds between attempts to open a microphone that failed.
  private static let retryInterval = 5.0

  /// Listens to the microphone, and waits for one that is missing.
  private func listenToMicrophone(with loop: TurnLoop, hub: PageHub, logger: Logger) async throws {
    let source = MicrophoneSource(
      device: device, whenUnavailable: .wait, configuration: listening.microphone, logger: logger
    ) { hub.receive($0) }
    var lastFault: String?
    while !Task.isCancelled {
      do {
        return try await loop.run(source)
      } catch CaptureError.device(let error) {
        // A device without permission becomes usable when the user corrects it.
        let fault = ErrorMessage.text(for: CaptureError.device(error))
        if fault != lastFault { logger.error("\(fault)") }
        lastFault = fault
        hub.takeMicrophoneFault(fault)
      }
      try await Task.sleep(for: .seconds(Self.retryInterval))
    }
  }
}
