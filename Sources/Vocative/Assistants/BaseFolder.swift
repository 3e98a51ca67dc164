import Foundation

/// The base folders of the XDG base directory specification, and those a service manager makes.
package enum BaseFolder {
  /// The folder that a variable of the specification names; nil for none, and for a relative path, which it has ignored.
  package static func path(_ variable: String, in environment: [String: String]) -> String? {
    environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// The user's home folder: `$HOME`, as every shell and service manager sets it, else the one in the password file.
  package static func home(in environment: [String: String]) -> String {
    // Foundation's own answer is the password file's, whatever the environment says.
    path("HOME", in: environment) ?? NSHomeDirectory()
  }

  /// The folder that a service manager names; a unit with several names them all, with colons between them.
  package static func managed(_ variable: String, in environment: [String: String]) -> String? {
    environment[variable]?.split(separator: ":").first.map(String.init)
  }
}
