import Foundation

/// The programs that are built with the tests.
public enum TestProgram {
  /// A socket that could not be created.
  public struct Failure: Error {
    let code: Int32
  }

  /// Returns the path of a program beside the test bundle in the build folder.
  public static func path(_ name: String) -> String {
    let bundle = Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// Returns the environment of a program that uses these folders instead of those of the user, and none of the user's settings.
  public static func environment(data: String, config: String, state: String, runtime: String) -> [String: String] {
    ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("VOCATIVE") && !["STATE_DIRECTORY", "RUNTIME_DIRECTORY"].contains($0.key) }
      .merging(
        ["XDG_DATA_HOME": data, "XDG_CONFIG_HOME": config, "XDG_STATE_HOME": state, "XDG_RUNTIME_DIR": runtime]
      ) { $1 }
  }

  /// Creates a control socket that nothing serves in a runtime folder, so that programs do not look for the daemon of the computer.
  public static func makeUnservedSocket(in runtime: String) throws {
    let folder = runtime + "/vocative"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder + "/control").utf8.prefix($0.count - 1)) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    guard status == 0 else { throw Failure(code: errno) }
  }
}
