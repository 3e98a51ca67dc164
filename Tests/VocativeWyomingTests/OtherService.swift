import Foundation
import VocativeTestSupport
import VocativeWyoming

/// A Wyoming service that uses the server of the reference implementation.
final class OtherService {
  struct Failure: Error {}

  private let process = Process()
  /// The standard input of the service, which ends when it is closed, however this process ends.
  private let input = Pipe()
  private let folder: TemporaryFolder
  /// The address of the service.
  let address: WyomingAddress

  /// Starts the service, and waits until it can be reached.
  init(_ behaviour: String) async throws {
    folder = try TemporaryFolder()
    address = .unix(path: folder.path + "/service")
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: WyomingPeer.python)
    process.arguments = [Repository.path("Tests/VocativeWyomingTests/service.py"), "\(address)", behaviour]
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    let isReady = await withCheckedContinuation { continuation in
      // Reading blocks, so it must not occupy one of the few threads that other tests use.
      Thread.detachNewThread {
        continuation.resume(returning: (try? output.fileHandleForReading.read(upToCount: 5))?.count == 5)
      }
    }
    guard isReady else { throw Failure() }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }
}
