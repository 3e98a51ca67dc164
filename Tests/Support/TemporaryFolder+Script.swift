import Foundation

extension TemporaryFolder {
  /// Writes a shell script that may be run.
  @discardableResult
  public func script(_ text: String, named name: String = "handler.sh") throws -> String {
    let path = try write("#!/bin/sh\n" + text + "\n", to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }
}
