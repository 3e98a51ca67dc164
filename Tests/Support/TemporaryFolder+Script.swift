import Foundation

extension TemporaryFolder {
  /// Writes a shell script that can be run, and returns its path.
  @discardableResult
  public func script(_ text: String, named name: String = "handler.sh") throws -> String {
    try install(try write("#!/bin/sh\n" + text + "\n", to: name + ".text"), named: name)
  }

  /// Copies a program that can be run, instead of a former one, and returns its path.
  ///
  /// Another program writes the file. If this process had it open for writing while another test starts a program, the child would inherit
  /// the open file for a moment, and running the script would fail with "Text file busy".
  @discardableResult
  public func install(_ source: String, named name: String) throws -> String {
    let path = self.path + "/" + name
    let install = Process()
    install.executableURL = URL(fileURLWithPath: "/usr/bin/install")
    install.arguments = ["-m", "755", source, path]
    try install.run()
    install.waitUntilExit()
    guard install.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    return path
  }
}
