import Foundation

/// Where the user's settings are.
package enum ConfigurationFolder {
  /// `vocative` in the user's configuration folder by the XDG base directory specification.
  static var path: String { path(in: ProcessInfo.processInfo.environment) }

  /// The same with other environment variables than this program's.
  package static func path(in environment: [String: String]) -> String {
    (BaseFolder.path("XDG_CONFIG_HOME", in: environment) ?? BaseFolder.home(in: environment) + "/.config") + "/vocative"
  }
}
