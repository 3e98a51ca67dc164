import Foundation

/// Finds base folders of the XDG base directory specification and folders that a service manager provides.
package enum BaseFolder {
  /// Returns the folder in a variable of the specification; nil if it is not set, or holds a relative path, which the
  /// specification says to ignore.
  package static func path(_ variable: String, in environment: [String: String]) -> String? {
    environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Returns the user's home folder: `$HOME`, which every shell and service manager sets, else the folder in the password file.
  package static func home(in environment: [String: String]) -> String {
    // Foundation only looks at the password file.
    path("HOME", in: environment) ?? NSHomeDirectory()
  }

  /// Returns the path in a variable of this program; nil if it is empty, for environments in which a variable cannot be removed.
  package static func named(_ variable: String, in environment: [String: String]) -> String? {
    environment[variable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the folder in a service manager's variable; the first one if it lists several, separated by colons.
  package static func managed(_ variable: String, in environment: [String: String]) -> String? {
    environment[variable]?.split(separator: ":").first.map(String.init)
  }
}
