import Foundation
import LimitedFile
import Vocative

/// Converts suggestions and voice shortcuts to the values of the templates.
enum ShortcutsContent {
  private static let maxSuggestions = 6

  /// - Throws: `StoreError`.
  static func values(of runtime: IntentRuntime, message: PageContent.Message?) async throws -> [String: Any] {
    let center = try runtime.shortcuts
    var suggestions: [[String: Any]] = []
    let shown = try await runtime.memory.shortcutSuggestions(place: runtime.room, limit: maxSuggestions)
    for (index, suggestion) in shown.enumerated() {
      var values: [String: Any] = [
        "number": index + 1, "title": suggestion.shortcut.title, "reason": suggestion.reason,
        "intent": suggestion.shortcut.intent, "assistant": suggestion.shortcut.assistant ?? "",
        "values": PageShortcuts.text(of: suggestion.shortcut.values),
        "phrase": suggestion.shortcut.suggestedInvocationPhrase ?? "", "isAdded": false,
      ]
      if case .added(let shortcut) = try await center.state(of: suggestion.shortcut) {
        values["isAdded"] = true
        values["phrase"] = shortcut.invocationPhrase
        values["id"] = shortcut.id
      }
      suggestions.append(values)
    }
    let own = try await center.all().map { shortcut -> [String: Any] in
      // Viewers of the page have not entered the passphrase.
      let isPrivate = runtime.isPrivate(shortcut)
      return [
        "id": shortcut.id, "phrase": isPrivate ? "" : shortcut.invocationPhrase, "title": isPrivate ? "" : shortcut.title,
        "isPrivate": isPrivate,
      ]
    }
    return [
      "hasMessage": message != nil, "message": message?.text ?? "", "isFailure": message?.isFailure ?? false,
      "hasSuggestions": !suggestions.isEmpty, "suggestions": suggestions, "hasOwn": !own.isEmpty, "own": own,
    ]
  }
}

/// Converts the timeline to the values of the templates.
enum TimelineContent {
  static func values(of entries: [TimelineEntry]) -> [String: Any] {
    [
      "isEmpty": entries.isEmpty,
      "entries": entries.map { entry -> [String: Any] in
        [
          "date": WallClock().written(entry.date), "machineDate": entry.date.formatted(.iso8601),
          "title": entry.title ?? "(private)", "source": entry.source?.rawValue ?? "–",
          "code": entry.code?.rawValue ?? "unfinished", "hasFailed": entry.code == .failure || entry.code == nil,
        ]
      },
    ]
  }
}

/// The results of tuning, as pictures.
enum TuningContent {
  /// The curves behind the thresholds, as SVG; nil if there are none.
  static func plot(of file: SpottingCalibrationFile) -> [UInt8]? {
    (try? LimitedFile(path: file.plotPath, limit: 1 << 20).contents()).map(Array.init)
  }

  static func values(of file: SpottingCalibrationFile) -> [String: Any] {
    var values: [String: Any] = [
      "isTuned": false, "isBroken": false, "fault": "", "hasPlot": FileManager.default.fileExists(atPath: file.plotPath),
    ]
    do throws(SpottingCalibrationError) {
      guard let calibration = try file.read(), !calibration.phrases.isEmpty else { return values }
      let bars = calibration.phrases.map { phrase in
        InterfaceChart.Bar(
          phrase.text, max(-phrase.log10Threshold, 0),
          written: String(
            format: "1e%.1f, from %ld recordings and %.2f h of other audio, for %g false alarms an hour", phrase.log10Threshold,
            phrase.recordings, phrase.negativeHours, phrase.falseAlarmsPerHour))
      }
      values["isTuned"] = true
      values["chart"] = CardContent.node(
        .chart(InterfaceChart(title: "Thresholds, in decades below a likelihood ratio of one", bars: bars)))
    } catch {
      values["isBroken"] = true
      values["fault"] = error.reason
    }
    return values
  }
}
