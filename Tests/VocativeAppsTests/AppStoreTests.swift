import AssistantTestSupport
import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite("The stores of apps")
struct AppStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(of name: String) -> String { "\(folder.path)/vocative/apps/\(name).sqlite" }

  /// Returns the toggles in a store, which is created if it is missing.
  private func toggles(of name: String) throws -> FeatureToggles {
    FeatureToggles(assistant: "garden", store: try RuntimeStore(path: path(of: name)))
  }

  /// Runs an app with a program that others have too, until its hello.
  private func start(_ name: String) async throws {
    let file = try folder.write(
      "command: [/usr/bin/env, \"XDG_DATA_HOME=\(folder.path)\", \"\(TestProgram.path("GardenApp"))\"]\nstart: at-start\n",
      to: "\(name).app.yaml")
    _ = try await AppHosts(limits: .patient, logger: .silent).assistant(AppFile(path: file))
  }

  @Test("The store of an app has the name of the app, not of its assistant")
  func name() async throws {
    try await start("front")
    #expect(FileManager.default.fileExists(atPath: path(of: "front")))
    #expect(!FileManager.default.fileExists(atPath: path(of: "garden")))
  }

  @Test("Apps with the same program have stores of their own, which begin with the one that they shared")
  func copied() async throws {
    let shared = try toggles(of: "garden")
    try await shared.set(true, for: "Roses")
    for name in ["front", "back"] { try await start(name) }
    let (front, back) = (try toggles(of: "front"), try toggles(of: "back"))
    #expect(try await front.isOn("Roses") == true)
    try await front.set(false, for: "Roses")
    #expect(try await back.isOn("Roses") == true)
    #expect(try await shared.isOn("Roses") == true)
    try await start("front")
    #expect(try await front.isOn("Roses") == false)
  }
}
