import Foundation
import Logging
import NIOHTTP1
import Testing
import VocativeIntents
import VocativeIntentsFile
import VocativeMemory
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Dynamic lists")
struct DynamicListTests {
  private let folder: TemporaryFolder
  private let clock = ManualClock()
  private let log = RecordedLog()

  init() throws {
    folder = try TemporaryFolder()
    try folder.script("cat >&2; cat values.txt", named: "songs")
  }

  private func assistant(
    _ source: String = "{ command: [./songs], every: 5m, timeout: 300 }", name: String = "radio"
  ) throws -> Assistant {
    let file = try folder.write(
      """
      wake: hey radio
      intents:
        Play:
          phrases: ["play {songs:song}", "repeat {song}"]
          parameters: { song: { list: songs, prompt: "Which song?" } }
          response: "Playing {{song}}."
        Stop: { phrases: [be quiet], response: Silence. }
      lists:
        songs: { values-from: \(source) }
      """, to: "radio.intents.yaml")
    return try IntentsFile.contents(path: file, named: name).assistant(logger: log.logger, clock: clock)
  }

  private func runtime(_ assistants: Assistant...) throws -> IntentRuntime {
    IntentRuntime(
      assistants: assistants, memory: try AssistantMemory.inMemory(assistant: "radio"), logger: Logger.silent)
  }

  private func set(_ values: String) throws { _ = try folder.write(values, to: "values.txt") }

  private func songs(_ runtime: IntentRuntime) async throws -> [String] {
    try await runtime.grammar().lists.first { $0.key.hasSuffix("songs") }?.value.map(\.identifier) ?? []
  }

  @Test("A program prints the values, which fill parameters and their dialogs")
  func values() async throws {
    try set(#"["Blue Moon", {"id": "s7", "spoken": ["Hello Again", "Hello"]}]"#)
    let runtime = try runtime(assistant())
    let grammar = try CompiledGrammar(try await runtime.grammar())
    #expect(grammar.match(["play", "hello"])?.slotValues == ["song": "s7"])
    #expect(grammar.match(["repeat", "blue", "moon"])?.slotValues == ["song": "Blue Moon"])
    #expect(await runtime.perform(IntentRequest(intent: "Play", values: ["song": "s7"])).dialog == "Playing Hello Again.")
    #expect(log.messages.isEmpty)
  }

  @Test("The values are read again after the interval, and each served assistant has its own")
  func follows() async throws {
    try set("one")
    let runtime = try runtime(assistant(), assistant(name: "other"))
    #expect(try await songs(runtime) == ["one"])
    try set("two\nthree")
    clock.advance(by: .seconds(299))
    #expect(try await songs(runtime) == ["one"])
    clock.advance(by: .seconds(1))
    let grammar = try await runtime.grammar()
    #expect(grammar.lists["radio.songs"]?.map(\.identifier) == ["two", "three"])
    #expect(grammar.lists["other.songs"]?.map(\.identifier) == ["two", "three"])
    #expect(grammar.rankedLists == ["radio.songs", "other.songs"])
  }

  @Test("A program that serves the assistant follows the lists without a request")
  func background() async throws {
    try folder.script("echo read > reading; echo one", named: "songs")
    let assistant = try assistant()
    let source = try #require(assistant.alerts)
    #expect(try await source.alerts() == DueAlerts(due: [], next: nil))
    let path = folder.path + "/reading"
    #expect(await eventually { FileManager.default.fileExists(atPath: path) })
    try FileManager.default.removeItem(atPath: path)
    #expect(try await songs(runtime(assistant)) == ["one"])
    _ = try await source.alerts()
    #expect(!FileManager.default.fileExists(atPath: path))
    clock.advance(by: .seconds(300))
    _ = try await source.alerts()
    #expect(await eventually { FileManager.default.fileExists(atPath: path) })
  }

  @Test("A failure keeps the former values, and is logged once with the words of the program")
  func failure() async throws {
    try set("one")
    let runtime = try runtime(assistant())
    #expect(try await songs(runtime) == ["one"])
    try folder.script("echo the disk is asleep >&2; exit 3", named: "songs")
    for _ in 1...3 {
      clock.advance(by: .seconds(300))
      #expect(try await songs(runtime) == ["one"])
    }
    #expect(
      log.messages == [
        "warning: \(folder.path)/radio.intents.yaml:9: the list \"songs\": it cannot be read: "
          + "\(folder.path)/songs exited with status 3; it wrote: the disk is asleep; its former values stay in use"
      ])
  }

  @Test("A list that cannot be read at first is empty, is reported, and is read again a minute later")
  func firstFailure() async throws {
    let assistant = try assistant("{ command: [./songs], every: 1d, timeout: 300 }")
    let runtime = try runtime(assistant)
    let grammar = try CompiledGrammar(try await runtime.grammar().removingUnfillablePhrases())
    #expect(grammar.match(["be", "quiet"])?.intent == "Stop")
    #expect(grammar.match(["play", "one"]) == nil)
    let fault = try #require(assistant.dynamicLists?.faults().first)
    #expect(fault.contains(":9: the list \"songs\": it cannot be read: "))
    #expect(fault.hasSuffix("; it is empty until it can be read"))
    #expect(log.messages == ["warning: \(fault)"])
    try set("one")
    clock.advance(by: .seconds(59))
    #expect(try await songs(runtime) == [])
    clock.advance(by: .seconds(1))
    #expect(try await songs(runtime) == ["one"])
    #expect(assistant.dynamicLists?.faults() == [])
  }

  @Test("Requests do not wait one after the other for a reading that takes long", .timeLimit(.minutes(5)))
  func longReading() async throws {
    try folder.script("until test -e go; do sleep 0.02; done; cat values.txt", named: "songs")
    let runtime = try runtime(assistant())
    var former: [String] = []
    for (values, wait) in [("one", 10), ("two", 1)] {
      try set(values)
      let request = Task { try await songs(runtime) }
      await clock.sleeper(for: .seconds(wait))
      clock.advance(by: .seconds(wait))
      #expect(try await request.value == former)
      // The clock stands still: a request that waited would never end.
      for _ in 1...3 { #expect(try await songs(runtime) == former) }
      try folder.write("", to: "go")
      #expect(try await eventually { try await songs(runtime) == [values] })
      former = [values]
      try FileManager.default.removeItem(atPath: folder.path + "/go")
      clock.advance(by: .seconds(300))
    }
  }

  @Test("A file that is loaded again keeps the values of an unchanged list, and reads them again")
  func loadedAgain() async throws {
    try set("one")
    let former = try runtime(assistant())
    #expect(try await songs(former) == ["one"])
    try folder.script("exit 3", named: "songs")
    let changed = try runtime(assistant("{ command: [./songs, --all], every: 5m, timeout: 300 }"))
    #expect(try await songs(changed) == [])
    // The second one stands for a loading that fails after it has read this file.
    var next: IntentRuntime?
    for _ in 1...3 { next = try runtime(assistant()) }
    let reloaded = try #require(next)
    #expect(try await songs(reloaded) == ["one"])
    #expect(log.messages.last?.hasSuffix("its former values stay in use") == true, "\(log.messages)")
    try set("two")
    try folder.script("cat values.txt", named: "songs")
    clock.advance(by: .seconds(60))
    #expect(try await songs(reloaded) == ["two"])
    #expect(try await songs(runtime(assistant())) == ["two"])
    withExtendedLifetime((former, changed)) {}
  }

  @Test("The values of a list end with the last assistant that uses it")
  func forgotten() async throws {
    try set("one")
    #expect(try await songs(runtime(assistant())) == ["one"])
    try folder.script("exit 3", named: "songs")
    #expect(try await eventually { try await songs(runtime(assistant())) == [] })
  }

  @Test("Values that cannot be used are logged once, at most five of them")
  func problems() async throws {
    try set("one\n" + String(repeating: "?\n", count: 8))
    let runtime = try runtime(assistant())
    for _ in 1...2 {
      #expect(try await songs(runtime) == ["one"])
      clock.advance(by: .seconds(300))
    }
    #expect(log.messages.count == 6)
    #expect(log.messages.last?.hasSuffix("the list \"songs\": 3 more values have faults") == true)
  }

  @Test("A program that prints too much, and one that takes too long, fail")
  func limits() async throws {
    try folder.script("yes", named: "songs")
    _ = try await songs(runtime(assistant()))
    try folder.script("sleep 600", named: "songs")
    _ = try await songs(runtime(assistant("{ command: [./songs], timeout: 1 }")))
    #expect(log.messages.count == 2)
    #expect(log.messages.first?.contains("was terminated for writing more than 1024 KiB") == true)
    #expect(log.messages.last?.contains("was terminated because it took longer than 1.0 seconds") == true)
  }

  @Test("A web server answers with the values")
  func http() async throws {
    let server = try await WebServer(.answer(status: 200, type: "application/json", body: "[\"one\"]"))
    let source = "{ http: { url: \"\(server.address)/songs?all=1\", headers: { X-Key: abc } }, every: 30, timeout: 300 }"
    #expect(try await songs(runtime(assistant(source))) == ["one"])
    let request = try #require(server.requests.first)
    #expect(request.method == "GET" && request.uri == "/songs?all=1" && request.body.isEmpty)
    #expect(request.headers.first(name: "X-Key") == "abc")
  }

  @Test(
    "An answer of a web server that has no values is a failure",
    arguments: [
      (
        WebServer.Behaviour.answer(status: 200, type: "text/html", body: "<html>Log in</html>"),
        "answered with a page, not with values"
      ),
      (.answer(status: 500, type: "text/plain", body: "one"), "the server answered with status 500"),
      (.answer(status: 302, type: "text/plain", body: "one"), "a redirect; use the new address in the intents file"),
    ])
  func httpFailure(_ behaviour: WebServer.Behaviour, _ reason: String) async throws {
    let server = try await WebServer(behaviour)
    #expect(try await songs(runtime(assistant("{ http: { url: \"\(server.address)\" }, timeout: 300 }"))) == [])
    #expect(log.messages.count == 1 && log.messages[0].contains(reason), "\(log.messages)")
  }

  @Test(
    "A faulty source is reported with its line",
    arguments: [
      ("{ command: ./songs }", "a command must be a list"), ("{ command: [./none] }", "there is no program"),
      ("{ every: 5m }", "must be either { command: [program, argument, …] } or { http: { url: … } }"),
      ("{ command: [./songs], http: { url: \"http://a.example\" } }", "must be either"),
      ("{ http: { url: \"a.example\" } }", "is not a web address"), ("{ http: {} }", "has no \"url\""),
      ("{ http: { url: \"me:secret@a.example\" } }", "\"…@a.example\" is not a web address"),
      ("{ http: { url: \"http://me:secret@a.example:x/\" } }", "\"http://…@a.example:x/\" is not a valid address"),
      ("{ http: { url: \"http://a.example\", method: POST } }", "has no key \"method\"; the keys are: url, headers"),
      ("{ command: [./songs, \"{song}\"] }", "so there is no value for {song}; write a literal brace as \\{"),
      ("{ http: { url: \"http://a.example/{song}\" } }", "so there is no value for {song}"),
      ("{ command: [./songs], every: 0 }", "\"every\" must be a time from 1s to 7d, as in 30s, 5m, 2h or 1d"),
      ("{ command: [./songs], every: 8d }", "\"every\" must be"), ("{ command: [./songs], every: often }", "\"every\" must be"),
      ("{ command: [./songs], timeout: 301 }", "\"timeout\" must be"), ("{ program: ./songs }", "has no key \"program\""),
    ])
  func faults(_ source: String, _ reason: String) throws {
    let error = try #require(throws: IntentsFileError.self) { try assistant(source) }
    let fault = try #require(error.faults.first { $0.reason.contains(reason) }, "\(error)")
    #expect(fault.location.line == 9)
  }

  @Test("A default need not be among the values, which are not known when the file is read")
  func defaultValue() throws {
    let file = try folder.write(
      """
      intents:
        Play:
          phrases: [play music]
          parameters: { song: { list: songs, default: one } }
          response: "Playing {{song}}."
      lists:
        songs: { values-from: { command: [./songs] } }
      """, to: "radio.intents.yaml")
    #expect(try IntentsFile.contents(path: file).intents.first?.parameters.first?.defaultValue == "one")
  }
}
