import Dispatch
import Logging
import Testing
import Vocative
import VocativeStorage
import VocativeTestSupport

@Suite("Installed assistants")
struct AssistantCatalogTests {
  private let folder: TemporaryFolder
  private let catalog: AssistantCatalog
  private let log = RecordedLog()

  init() throws {
    folder = try TemporaryFolder()
    let own = try Assistant(name: "own", wakePhrases: ["hey assistant"]) {
      IntentDefinition(Greet.self, phrases: ["say hello"])
    }
    let other = try Assistant(name: "other", wakePhrases: ["hey assistant"]) {
      IntentDefinition(Greet.self, phrases: ["say goodbye"])
    }
    catalog = AssistantCatalog(
      registry: AssistantRegistry([
        BuiltInAssistant(name: "own", presenters: [GreetPresenter.self]) { own }, BuiltInAssistant(name: "other") { other },
      ]),
      folders: AssistantFolders([folder.path + "/user", folder.path + "/system"]),
      disabled: DisabledAssistants(path: folder.path + "/state/assistants.json"))
  }

  private struct Greet: Intent {
    static let title = "Greet"
    func perform() async throws -> IntentResponse { .success("Hello.") }
  }

  private func install(_ name: String, in part: String = "user", phrase: String = "water the roses") throws {
    try folder.write(
      "wake: [hey assistant]\nintents:\n  Do:\n    phrases: [\"\(phrase)\"]\n    response: Done.\n",
      to: "\(part)/\(name).intents.yaml")
  }

  private func loaded(_ names: [String] = []) async throws -> LoadedAssistants {
    try await LoadedAssistants(AssistantSelection(names: names, in: catalog), logger: log.logger)
  }

  /// Draws nothing.
  private final class GreetPresenter: AugmentingPresenter {
    func configure(with interaction: Interaction, context: InterfaceContext) async -> Presentation { .none }
  }

  @Test("An assistant of the program draws its cards with its presenters, which others do not use")
  func presenters() throws {
    #expect(catalog.presenters(of: "own").count == 1)
    #expect(catalog.presenters(of: "other").isEmpty)
    try install("own")
    #expect(catalog.presenters(of: "own").isEmpty, "a file replaces it")
  }

  @Test("Without folders, the assistants of the program are there in their order")
  func builtIn() async throws {
    #expect(catalog.installed.map(\.name) == ["own", "other"])
    #expect(catalog.installed.map(\.kind) == [.builtIn, .builtIn])
    #expect(try await loaded().assistants.map(\.name) == ["own", "other"])
  }

  @Test("An app in a folder is an assistant beside the others, and a broken one is reported and leaves them alone")
  func apps() async throws {
    try install("attic")
    let hello = #"{"type":"hello","version":1,"wake":["hey assistant"],"intents":{"Rake":{"phrases":["rake the leaves"]}}}"#
    try folder.script("echo '\(hello)'\nwhile read -r line; do :; done", named: "user/app")
    try folder.write("command: [./app]\nstart: at-start\n", to: "user/garden.app.yaml")
    try folder.write("command: [./none]\n", to: "user/shed.app.yaml")
    #expect(catalog.installed.map(\.name) == ["own", "other", "attic", "garden", "shed"])
    #expect(catalog.installed.suffix(3).map(\.kind) == [.file, .app, .app])
    let apps = AppHosts(logger: log.logger)
    let loaded = try await LoadedAssistants(AssistantSelection(in: catalog), apps: apps, logger: log.logger)
    #expect(loaded.assistants.map(\.name) == ["own", "other", "attic", "garden"])
    #expect(loaded.failures["shed"]?.contains("shed.app.yaml:1: there is no program") == true)
    let listings = try catalog.listings(failures: loaded.failures, apps: apps.states)
    #expect(listings.suffix(3).map(\.state) == [.ready, .running, .failed])
  }

  @Test("The first folder with a name wins, also over an assistant of the program; other files are ignored")
  func precedence() async throws {
    try install("garden")
    try install("garden", in: "system", phrase: "mow the lawn")
    try install("attic", in: "system")
    try install("own", in: "system", phrase: "sweep the floor")
    try folder.write("x", to: "user/readme.txt")
    try folder.write("x", to: "user/.hidden.intents.yaml")
    try folder.write("x", to: "user/.intents.yaml")
    #expect(catalog.names == ["other", "attic", "garden", "own"])
    #expect(catalog.installed.map(\.kind) == [.builtIn, .file, .file, .file])
    #expect(catalog.installed[2].path == folder.path + "/user/garden.intents.yaml")
    let assistants = try await loaded().assistants
    #expect(assistants.map(\.name) == ["other", "attic", "garden", "own"])
    #expect(assistants[2].intents[0].phrases.map(\.text) == ["water the roses"])
  }

  @Test("YAML files whose names do not say that they are assistants are named with the right name, except for those beside one")
  func misnamed() throws {
    let user = folder.path + "/user"
    try install("garden")
    for name in ["attic.yaml", "cellar.Intents.YML", "garden.yaml", "house.app.yml", "readme.txt", ".hidden.yaml"] {
      try folder.write("x", to: "user/\(name)")
    }
    try folder.write("x", to: "system/shed.intents.yml")
    let expected = [
      (user + "/attic.yaml", "attic.intents.yaml"), (user + "/cellar.Intents.YML", "cellar.intents.yaml"),
      (user + "/house.app.yml", "house.app.yaml"), (folder.path + "/system/shed.intents.yml", "shed.intents.yaml"),
    ]
    let found = catalog.folders.misnamed()
    #expect(found.count == expected.count, "\(found)")
    for (warning, (path, name)) in zip(found, expected) {
      #expect(warning.hasPrefix("\(path) is ignored") && warning.hasSuffix("rename it to \(name)"), "\(warning)")
    }
    #expect(catalog.names == ["own", "other", "garden"])
  }

  @Test("A disabled assistant is not served until it is enabled, unless it is chosen by name")
  func disabled() async throws {
    try install("garden")
    try catalog.set("garden", isEnabled: false)
    try catalog.set("other", isEnabled: false)
    #expect(try await loaded().assistants.map(\.name) == ["own"])
    #expect(try await loaded(["garden"]).assistants.map(\.name) == ["garden"])
    let listings = try catalog.listings(failures: [:])
    #expect(listings.map(\.enabled) == [true, false, false])
    #expect(listings.map(\.state) == [.ready, .stopped, .stopped])
    try catalog.set("garden", isEnabled: true)
    #expect(try await loaded().assistants.map(\.name) == ["own", "garden"])
    let error = #expect(throws: UnknownAssistantError.self) { try catalog.set("cellar", isEnabled: true) }
    #expect(error?.known == ["own", "other", "garden"])
    #expect(error?.description.hasSuffix("; to install your own, save it as \(folder.path)/user/NAME.intents.yaml") == true)
  }

  @Test("No change is lost if several programs disable and enable assistants at the same time")
  func concurrentChanges() async throws {
    for round in 1...20 {
      let disabled = DisabledAssistants(path: folder.path + "/state/\(round).json")
      let names = (1...8).map { "garden\($0)" }
      // Each thread waits for the lock as another program would.
      DispatchQueue.concurrentPerform(iterations: names.count) { _ = try? disabled.set(names[$0], isEnabled: false) }
      #expect(try disabled.read() == Set(names))
      DispatchQueue.concurrentPerform(iterations: names.count) { _ = try? disabled.set(names[$0], isEnabled: true) }
      #expect(try disabled.read().isEmpty)
    }
    #expect(try catalog.set("own", isEnabled: false))
    #expect(try !catalog.set("own", isEnabled: false), "the second time, nothing changes")
  }

  @Test(
    "An assistant whose database is damaged or cannot be created leaves the others alone, unless it is chosen by name",
    arguments: [("file/notes.sqlite", "cannot be created: Not a directory"), ("file", "file is not a database: it is damaged")])
  func unusableDatabase(name: String, reason: String) async throws {
    try folder.write(String(repeating: "This is not a database. ", count: 200), to: "file")
    let path = "\(folder.path)/\(name)"
    let broken = BuiltInAssistant(name: "broken") {
      _ = try RuntimeStore(path: path)
      return try Assistant(name: "broken", wakePhrases: ["hey assistant"]) { IntentDefinition(Greet.self, phrases: ["say yes"]) }
    }
    let catalog = AssistantCatalog(
      registry: AssistantRegistry([broken] + catalog.registry.assistants), folders: catalog.folders, disabled: catalog.disabled)
    func loaded(_ names: [String]) async throws -> LoadedAssistants {
      try await LoadedAssistants(AssistantSelection(names: names, in: catalog), logger: log.logger)
    }
    let all = try await loaded([])
    #expect(all.assistants.map(\.name) == ["own", "other"])
    #expect(all.failures["broken"]?.contains(reason) == true, "\(all.failures)")
    let message = try #require(log.messages.first { $0.hasPrefix("error: the assistant \"broken\" is not available: \(path): ") })
    #expect(message.contains(reason) && message.hasSuffix("; or disable the assistant: vocative assistants disable broken"))
    await #expect(throws: StoreError.self) { try await loaded(["broken"]) }
  }

  @Test("If every assistant is disabled, that is an error with a remedy")
  func none() async throws {
    for name in catalog.names { try catalog.set(name, isEnabled: false) }
    await #expect(throws: AssistantSelectionError.none) { try await loaded() }
    #expect(AssistantSelectionError.none.description.contains("vocative assistants enable NAME"))
  }

  @Test("A damaged state file is named, and not overwritten")
  func damagedState() async throws {
    let path = try folder.write("nonsense", to: "state/assistants.json")
    await #expect(throws: AssistantStateError.self) { try await loaded() }
    let error = #expect(throws: AssistantStateError.self) { try catalog.set("own", isEnabled: false) }
    #expect(error?.description.hasPrefix("\(path): damaged file") == true && error?.exitStatus == .configuration)
    let unwritable = DisabledAssistants(path: "/dev/null/assistants.json")
    let fault = #expect(throws: AssistantStateError.self) { try unwritable.set("own", isEnabled: false) }
    #expect(fault?.exitStatus == .output)
  }

  @Test(
    "A broken file is reported with its line and leaves the others alone",
    arguments: [
      ("intentz: {}\n", ":1: "), ("wake: [hey you]\nintents:\n  A:\n    phrases: [\"{x} b\"]\n", ":4: "),
      ("intents:\n  A:\n    phrases: [on]\n    response: a\n  B:\n    phrases: [on]\n    response: b\n", ":6: "),
      ("intents:\n  A:\n    phrases: [\"[on]\"]\n    response: a\n", ":3: "),
    ])
  func broken(text: String, place: String) async throws {
    try install("attic")
    let path = try folder.write(text, to: "user/garden.intents.yaml")
    let loaded = try await loaded()
    #expect(loaded.assistants.map(\.name) == ["own", "other", "attic"])
    #expect(loaded.failures["garden"]?.contains(path + place) == true, "\(loaded.failures)")
    #expect(log.messages.contains { $0.contains("\"garden\" is not available: \(path)\(place)") }, "\(log.messages)")
    let listing = try #require(try catalog.listings(failures: loaded.failures).first { $0.name == "garden" })
    #expect(listing.state == .failed)
    #expect(listing.reason?.contains(path + place) == true)
    await #expect(throws: (any Error).self) { try await self.loaded(["garden", "own"]) }
  }

  @Test("Of two files whose grammars are too large together, the last one is reported and leaves the others alone")
  func tooLargeTogether() async throws {
    let colors = ["red", "blue", "green", "white"]
    let names = colors.flatMap { color in (1...10).map { "\(color) \($0) " + String(repeating: "la ", count: 1_500) } }
    for name in ["garden", "attic"] {
      try folder.write(
        """
        wake: [hey assistant]
        intents:
          Sing:
            phrases: ["\(name) {song}"]
            parameters: { song: { list: songs } }
            response: Done.
        lists:
          songs: [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]
        """, to: "user/\(name).intents.yaml")
    }
    let loaded = try await loaded()
    #expect(loaded.assistants.map(\.name) == ["own", "other", "attic"])
    let reason = try #require(loaded.failures["garden"])
    #expect(
      reason.hasPrefix("\(folder.path)/user/garden.intents.yaml:1: together with the other assistants, the grammar "), "\(reason)"
    )
  }

  @Test("A listing has the fields of the fixed surface")
  func listing() throws {
    try install("garden")
    let listings = try catalog.listings(served: ["own"], isLimited: true, failures: ["garden": "broken"])
    #expect(
      listings.map(\.jsonLine) == [
        #"{"enabled":true,"kind":"built-in","name":"own","state":"ready"}"#,
        #"{"enabled":true,"kind":"built-in","name":"other","reason":"the settings limit the service to other assistants","state":"stopped"}"#,
        #"{"enabled":true,"kind":"file","name":"garden","reason":"broken","state":"failed"}"#,
      ])
  }

  @Test("An enabled assistant that the service does not serve yet is stopped, with this reason")
  func loading() throws {
    try install("garden")
    try install("attic")
    try catalog.set("attic", isEnabled: false)
    let listings = try catalog.listings(served: ["own", "other"], failures: [:])
    #expect(listings.map(\.name) == ["own", "other", "attic", "garden"])
    #expect(listings.map(\.state) == [.ready, .ready, .stopped, .stopped])
    #expect(listings.map(\.reason) == [nil, nil, nil, "the service does not serve it yet"])
  }

  @Test("Two intents files with one name cannot be served together")
  func sameName() async throws {
    try install("garden")
    try install("garden", in: "system")
    let files = ["user", "system"].map { folder.path + "/\($0)/garden.intents.yaml" }
    #expect(throws: AssistantSelectionError.sameName("garden")) {
      try AssistantSelection(files: files, in: catalog).choices()
    }
  }
}
