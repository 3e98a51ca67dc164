// swift-tools-version: 6.2
import PackageDescription

/// In the clock, Swift 6.3 attributes the structure `timespec` to an internal module of its own, which cannot be imported.
let clockSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
let settings = clockSettings + [.enableUpcomingFeature("MemberImportVisibility")]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let coreMetrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioWebSocket = Target.Dependency.product(name: "NIOWebSocket", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

// Targets are declared in pipeline order: a target depends on targets above it, never on targets below. The folders of `Sources` group them.

/// Sets the path of each target to the folder of its name.
func folder(_ path: String, _ targets: [Target]) -> [Target] {
  for target in targets { target.path = "\(path)/\(target.name)" }
  return targets
}

let libraries = folder(
  "Sources/Libraries",
  [
    // The C libraries: headers, and the few lines of C that Swift cannot import. No policy.
    .target(name: "CALSA", cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "CPocketSphinx", cSettings: [.treatAllWarnings(as: .error)]),
    // The model files that the programs contain.
    .target(name: "CEmbeddedModels", cSettings: [.headerSearchPath("../../../Models"), .treatAllWarnings(as: .error)]),
    .target(name: "CDenseLayers", cSettings: [.treatAllWarnings(as: .error)]),
    .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSampleRate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),
    .systemLibrary(name: "CSpeexDSP", pkgConfig: "speexdsp", providers: [.apt(["libspeexdsp-dev"])]),
    .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    // One Swift owner for each C library. No pointer leaves it.
    .target(name: "ALSA", dependencies: ["CALSA", logging]),
    .target(name: "PocketSphinx", dependencies: ["CPocketSphinx", logging]),
    .target(name: "SoundFile", dependencies: ["CSndfile"]),
    .target(name: "SampleRate", dependencies: ["CSampleRate"]),
    .target(name: "SpeexDSP", dependencies: ["CSpeexDSP"]),
    .target(name: "Mosquitto", dependencies: ["CMosquitto"]),
    .target(name: "Curl", dependencies: ["CCurl"]),
    .target(name: "Systemd", dependencies: ["CSystemd"]),
    // Files and values: samples, bounded reading, atomic writing, JSON.
    .target(name: "AudioSamples"),
    .target(name: "LimitedFile", dependencies: ["ProgramOutput"]),
    .target(name: "ProgramOutput", dependencies: [systemPackage]),
    .target(name: "VCard"),
    .target(name: "JSONValues"),
  ])

let stages = folder(
  "Sources/Stages",
  [
    // The preparation of an utterance for decoding.
    .target(name: "AcousticFrontEnd", dependencies: ["AudioSamples", "CDenseLayers", "CEmbeddedModels", "PocketSphinx"]),
    // The pronunciations of words that no dictionary has.
    .target(name: "GraphemeToPhoneme", dependencies: ["CEmbeddedModels"]),
    // Audio passes through the stages in this order.
    .target(name: "VocativeCapture", dependencies: ["ALSA", "AudioSamples", "SampleRate", "SoundFile", "SpeexDSP", logging]),
    .target(
      name: "VocativeDetection", dependencies: ["AcousticFrontEnd", "AudioSamples", "PocketSphinx", "VocativeCapture", logging]),
    .target(
      name: "VocativeUnderstanding",
      dependencies: ["AcousticFrontEnd", "AudioSamples", "GraphemeToPhoneme", "LimitedFile", "PocketSphinx", logging]),
  ])

let runtime = folder(
  "Sources/Runtime",
  [
    // The declaration and the runtime of intents. No database: a runtime is given its memory.
    .target(name: "VocativeIntents", dependencies: ["PocketSphinx", "ProgramOutput", "VocativeUnderstanding", logging]),
    // Databases, and the memory of a runtime: donations, shortcuts, names, the timeline and activities.
    .target(name: "VocativeStorage", dependencies: ["ProgramOutput", grdb]),
    .target(
      name: "VocativeMemory",
      dependencies: ["ProgramOutput", "VocativeIntents", "VocativeStorage", "VocativeUnderstanding", grdb, logging]),
    // Intents files and their handlers: commands and web servers.
    .target(
      name: "VocativeIntentsFile",
      dependencies: [
        "Curl", "JSONValues", "LimitedFile", "ProgramOutput", "VocativeIntents", "VocativeMemory", "VocativeUnderstanding",
        logging, mustache, subprocess, systemPackage, yams,
      ]),
    // The protocol between Vocative and apps: messages and their meaning, no processes.
    .target(name: "AppProtocol", dependencies: ["JSONValues"]),
    // Both sides of it: the programs of apps, and an assistant in a program of its own.
    .target(
      name: "VocativeApps",
      dependencies: [
        "AppProtocol", "JSONValues", "ProgramOutput", "VocativeIntents", "VocativeIntentsFile", "VocativeMemory", logging,
        subprocess, systemPackage,
      ]),
    .target(
      name: "VocativeApp",
      dependencies: [
        "AppProtocol", "JSONValues", "ProgramOutput", "VocativeIntents", "VocativeMemory", "VocativeStorage",
        "VocativeUnderstanding", logging,
      ]),
  ])

let response = folder(
  "Sources/Stages",
  [
    .target(
      name: "VocativeResponse",
      dependencies: [
        "ALSA", "AudioSamples", "ProgramOutput", "SoundFile", "VocativeIntents", "VocativeUnderstanding", logging, subprocess,
        systemPackage,
      ])
  ])

let assistants = folder(
  "Sources/Assistants",
  [
    .target(
      name: "Clock",
      dependencies: [
        "VocativeIntents", "VocativeMemory", "VocativeResponse", "VocativeStorage", "VocativeUnderstanding", grdb,
      ]),
    .target(
      name: "Money",
      dependencies: [
        "VocativeIntents", "VocativeMemory", "VocativeResponse", "VocativeStorage", "VocativeUnderstanding", grdb,
      ]),
    .target(
      name: "Notes",
      dependencies: [
        "VocativeIntents", "VocativeMemory", "VocativeResponse", "VocativeStorage", "VocativeUnderstanding", grdb,
      ],
      exclude: ["presentation.intents.yaml"]),
    // An example with sample data only.
    .target(name: "Rides", dependencies: ["VocativeIntents", "VocativeResponse", "VocativeUnderstanding"]),
    .target(
      name: "Messages",
      dependencies: [
        "GraphemeToPhoneme", "LimitedFile", "ProgramOutput", "VCard", "VocativeIntents", "VocativeIntentsFile", "VocativeMemory",
        "VocativeResponse", "VocativeStorage", "VocativeUnderstanding", grdb, logging,
      ],
      exclude: ["Storage/Pictures/bicycle-first.svg", "Storage/Pictures/bicycle-second.svg"],
      resources: [
        .embedInCode("Storage/Pictures/bicycle-first.png"), .embedInCode("Storage/Pictures/bicycle-second.png"),
      ]),
  ])

// The composition root: the turn loop and everything that connects the stages.
let umbrella: [Target] = [
  .target(
    name: "Vocative",
    dependencies: [
      "ALSA", "AcousticFrontEnd", "AudioSamples", "LimitedFile", "PocketSphinx", "ProgramOutput", "VocativeApps",
      "VocativeCapture", "VocativeDetection", "VocativeIntents", "VocativeIntentsFile", "VocativeMemory", "VocativeResponse",
      "VocativeStorage", "VocativeUnderstanding", logging,
    ])
]

// Only programs include the assistants; libraries do not.
let registry = folder(
  "Sources/Assistants",
  [.target(name: "BuiltInAssistants", dependencies: ["Clock", "Messages", "Money", "Notes", "Rides", "Vocative"])])

let surfaces = folder(
  "Sources/Surfaces",
  [
    // The protocols of voice services: bytes and their meaning, no connections.
    .target(name: "WyomingProtocol", dependencies: ["JSONValues"]),
    .target(name: "HermesProtocol", dependencies: ["JSONValues"]),
    // The ways to reach a running turn loop.
    .target(
      name: "VocativeControl",
      dependencies: ["ProgramOutput", "Vocative", "VocativeIntents", lifecycle, logging, nioCore, nioPosix]),
    .target(
      name: "VocativePage",
      dependencies: [
        "LimitedFile", "ProgramOutput", "Vocative", "VocativeTuning", httpTypes, hummingbird, hummingbirdCore, lifecycle, logging,
        mustache, nioCore,
      ],
      exclude: ["Pictures"], resources: [.embedInCode("Assets")]),
    .target(
      name: "VocativeWyoming",
      dependencies: [
        "ALSA", "AcousticFrontEnd", "AudioSamples", "JSONValues", "LimitedFile", "PocketSphinx", "ProgramOutput", "Vocative",
        "VocativeCapture", "VocativeControl", "VocativeDetection", "VocativeIntents", "VocativeResponse", "VocativeUnderstanding",
        "WyomingProtocol", lifecycle, logging, nioCore, nioPosix, subprocess,
      ]),
    .target(
      name: "VocativeMQTT",
      dependencies: [
        "HermesProtocol", "JSONValues", "LimitedFile", "Mosquitto", "ProgramOutput", "Vocative", "VocativeIntents",
        "VocativeMemory", "VocativeStorage", "VocativeUnderstanding", lifecycle, logging,
      ]),
  ])

let tools = folder(
  "Sources/Tools",
  [
    .target(
      name: "VocativeEvaluation",
      dependencies: [
        "AcousticFrontEnd", "AudioSamples", "CEmbeddedModels", "LimitedFile", "PocketSphinx", "SoundFile", "Vocative",
        "VocativeCapture", "VocativeDetection", "VocativeUnderstanding", crypto, logging, systemPackage, yams,
      ]),
    .target(
      name: "VocativeTuning",
      dependencies: [
        "AudioSamples", "PocketSphinx", "SoundFile", "Vocative", "VocativeCapture", "VocativeDetection", "VocativeEvaluation",
        "VocativeResponse",
        logging,
      ]),
    // A test kit for assistants, also of other packages.
    .target(name: "VocativeTesting", dependencies: ["Vocative", logging]),
    // Intents files from the sentences of other systems.
    .target(name: "VocativeImport", dependencies: ["VocativeIntentsFile", "VocativeUnderstanding", yams]),
    // The home of a running Home Assistant.
    .target(
      name: "VocativeHome",
      dependencies: [
        "Curl", "JSONValues", "Vocative", "VocativeImport", "VocativeIntentsFile", logging, nioCore, nioHTTP1, nioPosix,
        nioWebSocket,
      ]),
    // The transactions in files of banks and in journals.
    .target(
      name: "BankStatements", dependencies: ["LimitedFile", "ProgramOutput", "VocativeIntents", subprocess, systemPackage]),
    // Typed Swift from intents files.
    .target(name: "IntentsGenerator", dependencies: ["VocativeIntents", "VocativeIntentsFile", "VocativeUnderstanding"]),
    .executableTarget(name: "IntentsGeneratorCommand", dependencies: ["IntentsGenerator", "ProgramOutput", argumentParser]),
    // The model for pronunciations of unknown words.
    .target(name: "PronunciationTraining", dependencies: ["GraphemeToPhoneme"]),
    .executableTarget(
      name: "PronunciationTrainingCommand",
      dependencies: ["GraphemeToPhoneme", "ProgramOutput", "PronunciationTraining", argumentParser]),
  ])

let programs = folder(
  "Sources/Programs",
  [
    // The service: settings, metrics, systemd, and everything else that a daemon needs to run unattended.
    .target(name: "PrometheusMetrics", dependencies: [coreMetrics]),
    .target(
      name: "VocativeService",
      dependencies: [
        "LimitedFile", "ProgramOutput", "PrometheusMetrics", "Systemd", "Vocative", "VocativeControl", "VocativeHome",
        "VocativeImport", "VocativeIntents",
        "VocativeIntentsFile", "VocativeMQTT", "VocativePage", "VocativeWyoming", argumentParser, configuration, coreMetrics,
        lifecycle, logging, nioCore, nioHTTP1, nioPosix,
        unixSignals, yams,
      ]),
    .executableTarget(
      name: "VocativeDaemon", dependencies: ["BuiltInAssistants", "VocativeService"], exclude: ["Packaging"]),
    .executableTarget(
      name: "VocativeCommand",
      dependencies: [
        "BankStatements", "BuiltInAssistants", "Messages", "Money", "PocketSphinx", "ProgramOutput", "Vocative",
        "VocativeControl", "VocativeEvaluation", "VocativeHome", "VocativeImport", "VocativePage", "VocativeService",
        "VocativeTuning", "VocativeWyoming", argumentParser, logging, subprocess,
      ]),
  ])

// The plugin builds the tool when it is used. As a dependency of the plugin, the tool would be built a second time in every build.
let plugins: [Target] = [
  .plugin(
    name: "GenerateIntents",
    capability: .command(
      intent: .custom(verb: "generate-intents", description: "Generates typed Swift from an intents file."),
      permissions: [.writeToPackageDirectory(reason: "The generated Swift is part of the package.")]))
]

// Tests need no sound card: the support target provides a simulated one.
let tests: [Target] = [
  .target(
    name: "VocativeTestSupport", dependencies: ["ALSA", "AudioSamples", "CSndfile", "SoundFile", logging, subprocess],
    path: "Tests/Support",
    exclude: ["SimulatedSound"]),
  .target(
    name: "BrokerTestSupport", dependencies: ["VocativeTestSupport", nioCore, nioPosix], path: "Tests/BrokerSupport"),
  .testTarget(name: "LimitedFileTests", dependencies: ["LimitedFile", "VocativeTestSupport"]),
  .testTarget(name: "VCardTests", dependencies: ["VCard"]),
  .testTarget(name: "ProgramOutputTests", dependencies: ["ProgramOutput", "VocativeTestSupport"]),
  .testTarget(name: "ALSATests", dependencies: ["ALSA", "VocativeTestSupport"]),
  .testTarget(name: "SoundFileTests", dependencies: ["SoundFile", "VocativeTestSupport"]),
  .testTarget(name: "SampleRateTests", dependencies: ["SampleRate", "VocativeTestSupport"]),
  .testTarget(name: "SpeexDSPTests", dependencies: ["SpeexDSP", "VocativeTestSupport"]),
  .testTarget(
    name: "MosquittoTests",
    dependencies: ["BrokerTestSupport", "Mosquitto", "VocativeTestSupport", nioCore]),
  .testTarget(name: "CurlTests", dependencies: ["BrokerTestSupport", "Curl", "VocativeTestSupport"]),
  .testTarget(
    name: "VocativeCaptureTests", dependencies: ["ALSA", "SoundFile", "VocativeCapture", "VocativeTestSupport", logging]),
  .testTarget(
    name: "GraphemeToPhonemeTests", dependencies: ["GraphemeToPhoneme", "PronunciationTraining", "VocativeTestSupport"]),
  .testTarget(name: "HermesProtocolTests", dependencies: ["HermesProtocol", "JSONValues", "VocativeTestSupport"]),
  .testTarget(
    name: "VocativeMQTTTests",
    dependencies: [
      "AssistantTestSupport", "BrokerTestSupport", "HermesProtocol", "Mosquitto", "Vocative", "VocativeIntents", "VocativeMQTT",
      "VocativeStorage", "VocativeTestSupport", lifecycle, logging,
    ],
    exclude: ["skill.py"]),
  .testTarget(name: "WyomingProtocolTests", dependencies: ["JSONValues", "VocativeTestSupport", "WyomingProtocol"]),
  .testTarget(
    name: "AcousticFrontEndTests", dependencies: ["AcousticFrontEnd", "AudioSamples", "PocketSphinx", "VocativeTestSupport"]),
  .testTarget(name: "PocketSphinxTests", dependencies: ["PocketSphinx", "VocativeTestSupport", logging]),
  .testTarget(
    name: "VocativeDetectionTests",
    dependencies: ["PocketSphinx", "VocativeDetection", "VocativeCapture", "VocativeTestSupport"]),
  .testTarget(
    name: "VocativeUnderstandingTests", dependencies: ["PocketSphinx", "VocativeUnderstanding", "VocativeTestSupport"]),
  .testTarget(
    name: "VocativeIntentsTests", dependencies: ["VocativeIntents", "VocativeTestSupport", "VocativeUnderstanding", logging]),
  .testTarget(
    name: "VocativeMemoryTests",
    dependencies: [
      "PocketSphinx", "VocativeIntents", "VocativeIntentsFile", "VocativeMemory", "VocativeStorage", "VocativeTestSupport",
      "VocativeUnderstanding", grdb, logging,
    ]),
  .testTarget(
    name: "VocativeIntentsFileTests",
    dependencies: [
      "VocativeIntents", "VocativeIntentsFile", "VocativeMemory", "VocativeTestSupport", "VocativeUnderstanding", logging,
      nioCore, nioHTTP1, nioPosix,
    ]),
  .testTarget(name: "AppProtocolTests", dependencies: ["AppProtocol", "JSONValues", "VocativeTestSupport"]),
  // Notes as an app, for tests: the same assistant in a process of its own.
  .executableTarget(
    name: "NotesApp", dependencies: ["Notes", "VocativeApp", "VocativeIntents"], path: "Tests/Apps/NotesApp"),
  .executableTarget(name: "GardenApp", dependencies: ["VocativeApp", "VocativeIntents"], path: "Tests/Apps/GardenApp"),
  .executableTarget(
    name: "RidesApp", dependencies: ["Rides", "VocativeApp", "VocativeIntents"], path: "Tests/Apps/RidesApp"),
  .executableTarget(name: "ShopApp", dependencies: ["VocativeApp", "VocativeIntents"], path: "Tests/Apps/ShopApp"),
  .executableTarget(
    name: "AssistantsBenchmark",
    dependencies: ["AcousticFrontEnd", "PocketSphinx", "Vocative", "VocativeDetection", "VocativeTesting", logging],
    path: "Tests/Benchmarks"),
  .testTarget(
    name: "VocativeAppsTests",
    dependencies: [
      "AssistantTestSupport", "GardenApp", "NotesApp", "RidesApp", "ShopApp", "Vocative", "VocativeApps", "VocativeIntents",
      "VocativeIntentsFile", "VocativeTestSupport", logging,
    ]),
  .testTarget(
    name: "IntentsGeneratorTests",
    dependencies: ["IntentsGenerator", "VocativeIntents", "VocativeIntentsFile", "VocativeTestSupport", subprocess],
    exclude: ["Fixtures"]),
  .testTarget(
    name: "VocativeHomeTests",
    dependencies: [
      "Vocative", "VocativeHome", "VocativeImport", "VocativeIntentsFile", "VocativeTestSupport", logging, nioCore, nioHTTP1,
      nioPosix, nioWebSocket,
    ]),
  .testTarget(
    name: "VocativeImportTests",
    dependencies: [
      "VocativeImport", "VocativeIntents", "VocativeIntentsFile", "VocativeMemory", "VocativeTestSupport",
      "VocativeUnderstanding", logging,
    ],
    exclude: ["Fixtures"]),
  .testTarget(
    name: "VocativeResponseTests", dependencies: ["VocativeIntents", "VocativeResponse", "SoundFile", "VocativeTestSupport"]),
  .testTarget(
    name: "VocativeEvaluationTests", dependencies: ["BuiltInAssistants", "Vocative", "VocativeEvaluation", "VocativeTestSupport"]),
  .testTarget(
    name: "VocativeTuningTests",
    dependencies: ["AssistantTestSupport", "Vocative", "VocativeEvaluation", "VocativeTestSupport", "VocativeTuning", logging]),
  .testTarget(
    name: "VocativeTests",
    dependencies: [
      "AssistantTestSupport", "Money", "PocketSphinx", "Vocative", "VocativeDetection", "VocativeStorage", "VocativeTestSupport",
      logging,
    ]),
  .target(
    name: "AssistantTestSupport", dependencies: ["Vocative", "VocativeTestSupport", "VocativeTesting", grdb],
    path: "Tests/AssistantSupport"
  ),
  .testTarget(
    name: "VocativeStorageTests",
    dependencies: ["AssistantTestSupport", "Clock", "Messages", "Money", "Notes", "VocativeStorage", "VocativeTestSupport", grdb]),
  .testTarget(
    name: "ClockTests", dependencies: ["AssistantTestSupport", "Clock", "Vocative", "VocativeTestSupport", logging]),
  .testTarget(
    name: "MoneyTests", dependencies: ["AssistantTestSupport", "Money", "Vocative", "VocativeStorage", "VocativeTestSupport"]),
  .testTarget(
    name: "BankStatementsTests", dependencies: ["BankStatements", "VocativeIntents", "VocativeTestSupport"]),
  .testTarget(name: "RidesTests", dependencies: ["AssistantTestSupport", "Rides", "Vocative", "VocativeTestSupport"]),
  .testTarget(name: "NotesTests", dependencies: ["AssistantTestSupport", "Notes", "Vocative", "VocativeTestSupport"]),
  .testTarget(
    name: "MessagesTests",
    dependencies: ["AssistantTestSupport", "Messages", "PocketSphinx", "Vocative", "VocativeTestSupport", logging]),
  .target(
    name: "FuzzTargets",
    dependencies: [
      "AppProtocol", "BankStatements", "HermesProtocol", "Mosquitto", "ProgramOutput", "SoundFile", "Vocative", "VocativeControl",
      "VocativeEvaluation", "VocativeImport", "VocativeIntents", "VocativeIntentsFile", "VocativeMQTT", "VocativeService",
      "VocativeUnderstanding", "WyomingProtocol", logging,
    ],
    path: "Tests/Fuzzing/Targets"),
  .testTarget(name: "FuzzingTests", dependencies: ["FuzzTargets", "VocativeTestSupport"]),
  .testTarget(
    name: "TutorialTests",
    dependencies: ["AssistantTestSupport", "Vocative", "VocativeIntents", "VocativeTestSupport", logging]),
  .testTarget(
    name: "ConversationTests",
    dependencies: [
      "AssistantTestSupport", "Clock", "Messages", "Money", "Notes", "NotesApp", "PocketSphinx", "Vocative", "VocativeIntents",
      "VocativeImport", "VocativeTestSupport", grdb, logging,
    ],
    exclude: ["Conversations", "README.md"]),
  .testTarget(
    name: "VocativeControlTests",
    dependencies: [
      "AssistantTestSupport", "Vocative", "VocativeControl", "VocativeTestSupport", lifecycle, logging, nioCore, nioPosix,
    ]),
  .testTarget(
    name: "VocativeCommandTests",
    dependencies: [
      "Vocative", "VocativeCommand", "VocativeControl", "VocativeDaemon", "Messages", "Money", "Notes", "VocativeTestSupport",
      "SoundFile", subprocess, systemPackage, grdb,
    ]),
  .testTarget(
    name: "VocativeWyomingTests",
    dependencies: [
      "AssistantTestSupport", "Money", "SoundFile", "Vocative", "VocativeTestSupport", "VocativeWyoming", logging, subprocess,
      systemPackage,
    ],
    exclude: ["home_assistant.py", "load.py", "peer.py", "service.py"]),
  .testTarget(
    name: "VocativePageTests",
    dependencies: [
      "AssistantTestSupport", "Money", "Vocative", "VocativePage", "VocativeTestSupport", "VocativeTuning", lifecycle, logging,
      nioCore, nioHTTP1, nioPosix,
    ]),
  .testTarget(name: "PrometheusMetricsTests", dependencies: ["PrometheusMetrics", coreMetrics]),
  .testTarget(
    name: "VocativeServiceTests",
    dependencies: [
      "AssistantTestSupport", "BuiltInAssistants", "Money", "PocketSphinx", "Vocative", "VocativeService", "VocativeTestSupport",
      lifecycle, logging,
    ]),
  .testTarget(
    name: "VocativeDaemonTests",
    dependencies: ["BrokerTestSupport", "Money", "Mosquitto", "VocativeCommand", "VocativeDaemon", "VocativeTestSupport"]),
]

let package = Package(
  name: "vocative",
  products: [
    .executable(name: "vocative", targets: ["VocativeCommand"]),
    .executable(name: "vocatived", targets: ["VocativeDaemon"]),
    .executable(name: "generate-intents", targets: ["IntentsGeneratorCommand"]),
    .executable(name: "train-pronunciations", targets: ["PronunciationTrainingCommand"]),
    .library(name: "VocativeIntents", targets: ["VocativeIntents"]),
    .library(name: "Vocative", targets: ["Vocative"]),
    .library(name: "VocativeMemory", targets: ["VocativeMemory"]),
    .library(name: "VocativeApp", targets: ["VocativeApp"]),
    .library(name: "VocativeService", targets: ["VocativeService"]),
    .library(name: "VocativeTesting", targets: ["VocativeTesting"]),
    .plugin(name: "GenerateIntents", targets: ["GenerateIntents"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.6.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
  ],
  targets: libraries + stages + runtime + response + assistants + umbrella + registry + surfaces + tools + programs + plugins
    + tests
)

/// Whether the name of a target begins with a C of its own, unlike that of the clock: its sources are in C.
func isInC(_ target: Target) -> Bool { target.name.hasPrefix("C") && target.name.dropFirst().first?.isUppercase == true }

for target in package.targets where ![.system, .plugin].contains(target.type) && !isInC(target) {
  target.swiftSettings = target.name == "Clock" ? clockSettings : settings
  // It has links to the files of the tutorial, whose package has the default settings.
  if target.name == "TutorialTests" { target.swiftSettings = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)] }
}

// Only for `make test`, because a package with such settings cannot be a dependency. Optimizing everything takes longer than it saves.
if Context.environment["VOCATIVE_TESTS"] != nil {
  for target in libraries + stages where target.type != .system {
    if isInC(target) {
      target.cSettings?.append(.unsafeFlags(["-O2"]))
    } else {
      target.swiftSettings?.append(.unsafeFlags(["-O"]))
    }
  }
}

// Only for `make fuzz`: libFuzzer, which must be part of the toolchain, provides the main function.
if Context.environment["VOCATIVE_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzzing/Driver",
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]))
}
