import Foundation

/// Finds the English sentences of Home Assistant on this computer.
package enum HomeAssistantSentenceFiles {
  private static let file = "home_assistant_intents/data/en.json"

  /// Returns the file of the installed package home-assistant-intents; nil if it is not installed.
  package static var installed: String? {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? "/"
    let bases =
      [environment["VIRTUAL_ENV"], "\(home)/.local", "/usr/local", "/usr", "/srv/homeassistant"].compactMap(\.self)
      .flatMap { packages(below: "\($0)/lib") }
    // A package for Vocative alone: pip install --target /usr/share/vocative home-assistant-intents
    return (["/usr/share/vocative", "/usr/local/share/vocative"] + bases).lazy.map { "\($0)/\(file)" }
      .first { FileManager.default.isReadableFile(atPath: $0) }
  }

  /// Returns the folders of Python packages below a folder, those of the newest Python first.
  private static func packages(below folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let versions = names.filter { $0.hasPrefix("python3") }.sorted { $0.compare($1, options: .numeric) == .orderedDescending }
    return versions.flatMap { ["\(folder)/\($0)/dist-packages", "\(folder)/\($0)/site-packages"] }
  }
}
