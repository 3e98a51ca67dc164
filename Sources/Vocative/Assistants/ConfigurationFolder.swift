import Foundation

/// Where the user's settings are.
enum ConfigurationFolder {
  /// `vocative` in the user's configuration folder by the XDG base directory specification.
  static var path: String {
    // The specification has relative paths ignored.
    let base = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (base ?? NSHomeDirectory() + "/.config") + "/vocative"
  }
}
