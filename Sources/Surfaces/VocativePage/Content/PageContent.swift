import Foundation
import Hummingbird
import Vocative
import VocativeTuning

/// Renders the page and its parts, each once for all viewers.
actor PageContent {
  /// The result of a submitted form.
  struct Message: Sendable {
    let text: String
    let isFailure: Bool
  }

  private let hub: PageHub
  private let cards: PageCards
  private let templates: PageTemplates
  private let runtime: @Sendable () async -> IntentRuntime
  private let calibration: SpottingCalibrationFile
  private var rendered: [String: (version: Int, html: String)] = [:]

  private static let maxTimelineEntries = 12

  init(
    hub: PageHub, cards: PageCards, runtime: @escaping @Sendable () async -> IntentRuntime, calibration: SpottingCalibrationFile
  ) throws {
    self.hub = hub
    self.cards = cards
    self.runtime = runtime
    self.calibration = calibration
    templates = try PageTemplates()
  }

  /// Renders the whole page.
  ///
  /// - Parameter refusal: Why a typed request was refused; nil for none.
  ///
  /// - Throws: The errors of the assistant's stores.
  func page(isKiosk: Bool, message: Message? = nil, refusal: String? = nil) async throws -> String {
    var values: [String: Any] = [
      "assistant": await runtime().assistant.name, "state": try await part(.state),
      "heard": try await part(.heard, isKiosk: isKiosk),
      "card": try await part(.card, isKiosk: isKiosk),
    ]
    guard !isKiosk else { return templates.html("kiosk", values) }
    values["shortcuts"] = try await shortcuts(message: message)
    values["timeline"] = try await part(.timeline)
    values["activities"] = try await part(.activities)
    values["features"] = try await part(.features)
    values["request"] = templates.html(
      "request",
      [
        "takesRequests": hub.requests != nil, "hasRefusal": refusal != nil, "refusal": refusal ?? "",
      ])
    values["tuning"] = templates.html("tuning", TuningContent.values(of: calibration))
    values["hasSettings"] = hub.owner != nil
    values["level"] = String(format: "%.0f", InputLevel.floor)
    return templates.html("page", values)
  }

  /// The forms of the settings; nil if the page has none.
  var forms: PageSettings? { hub.owner.map { PageSettings(owner: $0, calibration: calibration) } }

  /// Renders the settings.
  ///
  /// - Parameter words: The pronunciations to show.
  /// - Throws: `HTTPError` if the page has no settings, or the errors of the assistants' stores.
  func settings(message: Message? = nil, words: [WordPronunciation] = []) async throws -> String {
    guard let owner = hub.owner else { throw HTTPError(.notFound, message: "There are no settings here.") }
    let values = try await SettingsContent.values(of: owner, calibration: calibration, message: message, words: words)
    return templates.html("settings", values)
  }

  // MARK: Recording

  /// Renders the page of a recording up to its steps.
  func beginning(of session: TuningSession) async -> String {
    templates.html("recording", ["assistant": await runtime().assistant.name, "isRunning": session.isRunning])
  }

  /// Renders a step of a recording.
  func text(of step: TuningSession.Step) -> String {
    RecordingContent.text(of: step).map { templates.html("step", ["text": $0]) } ?? ""
  }

  /// Renders the rest of the page after the steps.
  ///
  /// - Parameter session: The tuning; nil if it has no steps.
  func end(of session: TuningSession?) -> String { templates.html("recorded", RecordingContent.values(of: session)) }

  /// Renders a part of the page; the level is a number in dB.
  ///
  /// - Throws: The errors of the assistant's stores.
  func part(_ topic: PageTopic, isKiosk: Bool = false) async throws -> String {
    let snapshot = hub.snapshot
    if topic == .level { return String(format: "%.1f", snapshot.meter.level) }
    if topic == .sign { return "" }
    let composed = topic == .card ? await cards.card(isKiosk: isKiosk) : nil
    let version = composed?.number ?? snapshot.versions[topic, default: 0]
    let name = topic.rawValue + (isKiosk ? " in a kiosk" : "")
    // Other programs can change stored items without an event of the turn loop, and a reload can change the wake phrase.
    if [.heard, .card].contains(topic), let known = rendered[name], known.version == version { return known.html }
    let html =
      switch topic {
      case .state: templates.html("state", await state(snapshot))
      case .heard: templates.html("heard", HeardContent.values(of: snapshot.entries, isKiosk: isKiosk))
      case .card:
        templates.html(
          "card",
          CardContent.values(
            of: composed?.card, shownFor: composed?.event, isKiosk: isKiosk))
      case .activities:
        templates.html("activities", try await ActivitiesContent.values(of: await runtime()))
      case .features:
        templates.html("features", FeaturesContent.values(of: await runtime().features()))
      case .shortcuts: try await shortcuts(message: nil)
      case .timeline: try await timeline()
      case .level, .sign: ""
      }
    rendered[name] = (version, html)
    return html
  }

  /// The curves of the last tuning as SVG; nil if there are none.
  func plot() -> [UInt8]? { TuningContent.plot(of: calibration) }

  /// Renders the page for a refused request.
  func refusal(_ reason: String) -> String { templates.html("refusal", ["reason": reason]) }

  /// Renders the page that asks for the token.
  func tokenPage(isWrong: Bool) -> String { templates.html("token", ["isWrong": isWrong]) }

  private func state(_ snapshot: PageHub.Snapshot) async -> [String: Any] {
    let wakePhrase = await runtime().assistant.wakePhrases.first
    let text =
      switch snapshot.state {
      case .idle: wakePhrase.map { "Waiting for “\($0)”" } ?? "Waiting for a phrase"
      case .awake: "Yes?"
      case .listening: "Listening"
      case .answering: "Answering"
      case .ringing: "Ringing"
      case .muted: "Muted"
      }
    let fault = snapshot.microphoneFault ?? MicrophoneContent.text(for: snapshot.conditions)
    return [
      "state": snapshot.state.rawValue, "text": text, "hasFault": fault != nil, "fault": fault ?? "",
      "canStop": snapshot.state == .ringing && hub.stopsRinging != nil,
    ]
  }

  private func shortcuts(message: Message?) async throws -> String {
    templates.html("shortcuts", try await ShortcutsContent.values(of: await runtime(), message: message))
  }

  private func timeline() async throws -> String {
    let entries = try await runtime().memory.timeline.entries(limit: Self.maxTimelineEntries)
    return templates.html("timeline", TimelineContent.values(of: entries))
  }
}
