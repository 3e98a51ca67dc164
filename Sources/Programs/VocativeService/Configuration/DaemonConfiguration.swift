import Configuration
package import Vocative

/// The values of the daemon's settings, merged from all sources.
@dynamicMemberLookup
package struct DaemonConfiguration: Sendable {
  /// The assistants, which two settings choose.
  package let assistants: AssistantSelection
  /// The values that differ from the defaults, by the names of their settings.
  private var values: [String: any Sendable] = [:]

  /// Reads checked values; missing keys have their defaults.
  init(_ reader: ConfigReader, assistants: AssistantSelection) {
    self.assistants = assistants
    for setting in Settings.list {
      values[setting.name] = reader.string(forKey: ConfigKey(setting)).flatMap { setting.value(of: $0) }
    }
  }

  /// The value of a setting.
  package subscript<Value>(dynamicMember setting: KeyPath<Settings, Setting<Value>>) -> Value {
    self[Settings.all[keyPath: setting]]
  }

  subscript<Value>(setting: Setting<Value>) -> Value { values[setting.name] as? Value ?? setting.defaultValue }

  /// Checks settings that depend on each other, at the start and before a reload.
  ///
  /// - Throws: `WyomingAnnouncementError`, `HomeAssistantServerError`.
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
