public import Foundation

/// A Wyoming service that uses the server of the reference implementation, which `service.py` starts.
public final class ReferenceWyomingService {
  /// The service did not start.
  public struct Failure: Error {}

  /// The Python interpreter that has the package.
  public static let python = Repository.path(".build/wyoming/bin/python")
  /// Whether the package is installed.
  public static let isInstalled = FileManager.default.isExecutableFile(atPath: python)
  /// The reason for skipping tests if the package is not installed.
  public static let reason =
    "the Python package wyoming is not in .build/wyoming; if PyPI is reachable, \"make wyoming-peer\" installs it there"

  private let process: Process
  /// The standard input of the service, which ends when it is closed, however this process ends.
  private let input = Pipe()
  private let folder: TemporaryFolder
  /// The path of the socket.
  public let path: String
  /// The address.
  public var uri: String { "unix://" + path }

  /// Starts the service, and waits until it can be reached.
  ///
  /// - Throws: `Failure`, or an error of the start.
  public init(_ behaviour: String) async throws {
    folder = try TemporaryFolder()
    path = folder.path + "/service"
    let output = Pipe()
    process = try Self.start("service.py", "unix://" + path, behaviour, input: input, output: output)
    let isReady = await withCheckedContinuation { continuation in
      // Reading blocks, so it must not occupy one of the few threads that other tests use.
      Thread.detachNewThread {
        continuation.resume(returning: (try? output.fileHandleForReading.read(upToCount: 5))?.count == 5)
      }
    }
    guard isReady else { throw Failure() }
  }

  /// Starts a script of the tests of Wyoming.
  ///
  /// - Throws: An error of the start.
  public static func start(_ script: String, _ arguments: String..., input: Pipe, output: Pipe) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [Repository.path("Tests/VocativeWyomingTests/" + script)] + arguments
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    return process
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }
}
