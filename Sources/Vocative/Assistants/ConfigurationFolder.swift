import Foundation

/// The folder of the user's settings.
package enum ConfigurationFolder {
  /// The folder `vocative` in the user's configuration folder, as the XDG base directory specification defines it.
  static var path: String { path(in: ProcessInfo.processInfo.environment) }

  /// Returns the folder for the given environment variables.
  package static func path(in environment: [String: String]) -> String {
    (BaseFolder.path("XDG_CONFIG_HOME", in: environment) ?? BaseFolder.home(in: environment) + "/.config") + "/vocative"
  }
}
