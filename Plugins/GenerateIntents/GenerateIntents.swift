import Foundation
import PackagePlugin

/// The plugin for `swift package --allow-writing-to-package-directory generate-intents --file X.intents.yaml --output Y.swift`.
@main
struct GenerateIntents: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let result = try packageManager.build(.product("generate-intents"), parameters: .init(configuration: .debug))
    guard result.succeeded, let tool = result.builtArtifacts.first(where: { $0.kind == .executable }) else {
      throw GenerationFailed(description: "the generator could not be built:\n\(result.logText)")
    }
    let process = Process()
    process.executableURL = tool.url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw GenerationFailed(description: "no Swift was generated")
    }
  }
}

/// Reports that no source was generated; the tool has already printed the reason.
struct GenerationFailed: Error, CustomStringConvertible {
  let description: String
}
