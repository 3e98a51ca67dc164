import Foundation

/// Where the user's settings are.
package enum ConfigurationFolder {
  /// `vocative` in the user's configuration folder by the XDG base directory specification.
  static var path: String { path(in: ProcessInfo.processInfo.environment) }

  /// The same with other environment variables than this program's.
  package static func path(in environment: [String: String]) -> String {
    // The specification has relative paths ignored.
    let base = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (base ?? NSHomeDirectory() + "/.config") + "/vocative"
  }
}
