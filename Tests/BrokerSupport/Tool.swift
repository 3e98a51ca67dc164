import Foundation

/// Runs a program to its end.
package enum Tool {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package static func run(_ name: String, _ arguments: String...) async throws { try await run(name, arguments) }

  package static func run(_ name: String, _ arguments: [String]) async throws {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let status = await withCheckedContinuation { continuation in
      // Waiting blocks, and must not occupy one of the few threads that other tests use.
      Thread.detachNewThread {
        let text = String(decoding: (try? errors.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        continuation.resume(returning: (process.terminationStatus, text))
      }
    }
    guard status.0 == 0 else { throw Failure(description: "\(name): \(status.1)") }
  }
}
