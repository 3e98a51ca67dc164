// swift-tools-version: 6.2
import PackageDescription

let intents = Target.Dependency.product(name: "VocativeIntents", package: "vocative")
let vocative = Target.Dependency.product(name: "Vocative", package: "vocative")
let app = Target.Dependency.product(name: "VocativeApp", package: "vocative")
let service = Target.Dependency.product(name: "VocativeService", package: "vocative")
let testing = Target.Dependency.product(name: "VocativeTesting", package: "vocative")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
  name: "garden",
  dependencies: [
    .package(path: "../vocative"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
  ],
  targets: [
    .target(name: "GardenAssistant", dependencies: [intents]),
    .target(name: "GardenLamp", dependencies: [intents]),
    .executableTarget(name: "garden", dependencies: ["GardenAssistant", vocative, logging]),
    .executableTarget(name: "garden-app", dependencies: ["GardenAssistant", app]),
    .executableTarget(name: "garden-service", dependencies: ["GardenAssistant", "GardenLamp", service]),
    .testTarget(name: "GardenTests", dependencies: ["GardenAssistant", testing], exclude: ["garden.conversation"]),
  ]
)
