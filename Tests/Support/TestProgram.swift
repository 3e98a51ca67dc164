import Foundation

/// The programs that are built with the tests.
public enum TestProgram {
  /// Returns the path of a program beside the test bundle in the build folder.
  public static func path(_ name: String) -> String {
    let bundle = Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent(name).path
  }
}
