import Configuration
package import Vocative

/// The values of the daemon's settings, merged from all sources.
@dynamicMemberLookup
package struct DaemonConfiguration: Sendable {
  /// The assistants, which two settings choose.
  package let assistants: AssistantSelection
  /// The values that differ from the defaults, by the names of their settings.
  private var values: [String: any Sendable] = [:]
  /// The places of the settings that a source contains, by their names.
  private let places: [String: String]

  /// Reads checked values; missing keys have their defaults.
  ///
  /// - Parameter places: The place of each setting that a source contains, such as `vocatived.yaml:3: "device"`.
  init(_ reader: ConfigReader, assistants: AssistantSelection, places: [String: String]) {
    self.assistants = assistants
    self.places = places
    for setting in Settings.list {
      values[setting.name] = reader.string(forKey: ConfigKey(setting)).flatMap { setting.value(of: $0) }
    }
  }

  /// The value of a setting.
  package subscript<Value>(dynamicMember setting: KeyPath<Settings, Setting<Value>>) -> Value {
    self[Settings.all[keyPath: setting]]
  }

  subscript<Value>(setting: Setting<Value>) -> Value { values[setting.name] as? Value ?? setting.defaultValue }

  /// Returns the place of a setting, such as `vocatived.yaml:3: "device"`; its name in quotes if no source contains it.
  func place(of setting: any AnySetting) -> String { places[setting.name] ?? "\"\(setting.name)\"" }

  /// Returns an error with the place of the first of the settings that a source contains; the error itself if none does.
  func located(_ error: any Error, at settings: [any AnySetting]) -> any Error {
    guard !(error is CancellationError), let place = settings.lazy.compactMap({ places[$0.name] }).first else { return error }
    return SettingError(place: place, error: error)
  }

  /// Checks settings that depend on each other, at the start and before a reload.
  ///
  /// - Throws: `SettingError`.
  package func check() throws {
    try checkAnnouncements()
    _ = try importedHomeAssistant
  }

  /// The faults of settings that depend on each other, without those of files that only the daemon's user may read.
  package var contradictions: [String] {
    do {
      try checkAnnouncements()
      if self.homeAssistantAddress == nil || self.homeAssistantTokenFile == nil { _ = try importedHomeAssistant }
      return []
    } catch {
      return [ErrorMessage.text(for: error)]
    }
  }

  /// Returns the changed settings that take effect only at the next start.
  package func settingsNeedingRestart(after other: DaemonConfiguration) -> [any AnySetting] {
    Settings.list.filter { $0.isInFiles && !$0.isLive && !$0.isEqual(in: self, other) }
  }
}

extension ConfigKey {
  /// The key for swift-configuration: one component, because the files are not nested.
  init(_ setting: some AnySetting) { self.init([setting.name]) }
}
