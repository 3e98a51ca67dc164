import Foundation
import Logging
import NIOHTTP1
import Testing
import VocativeIntents
import VocativeIntentsFile
import VocativeMemory
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Home Assistant handlers")
struct HomeAssistantHandlerTests {
  private static let token = "eyJhbGciOiJIUzI1NiJ9.secret"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func tokenFile(_ text: String = token + "\n", mode: Int = 0o600) throws -> String {
    let path = try folder.write(text, to: "token")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  private func settings(_ server: WebServer) throws -> HandlerSettings {
    HandlerSettings(homeAssistant: try HomeAssistantServer(uri: server.address + "/", tokenFile: tokenFile()))
  }

  private func perform(
    _ server: WebServer?, _ handler: String, slots: [String: String] = ["thing": "one"], sentence: String? = "do the lamp",
    names: [String: [String]] = [:], isPrivate: Bool = false
  ) async throws -> (result: HandlerResult, log: [String]) {
    let settings = try server.map { try self.settings($0) } ?? HandlerSettings()
    let handled = try await folder.perform(
      handler: handler, slots: slots, isPrivate: isPrivate, handlers: settings, sentence: sentence, names: names)
    #expect(!handled.log.contains { $0.contains(Self.token) }, "\(handled.log)")
    return handled
  }

  private func conversation(_ speech: String, type: String = "action_done", code: String? = nil) -> WebServer.Behaviour {
    let data = code.map { "{\"code\": \"\($0)\"}" } ?? "{\"targets\": []}"
    return .answer(
      status: 200, type: "application/json",
      body: """
        {"response": {"speech": {"plain": {"speech": "\(speech)", "extra_data": null}}, "card": {}, "language": "en",
         "response_type": "\(type)", "data": \(data)}, "conversation_id": null}
        """)
  }

  private func object(_ text: String) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
  }

  // MARK: The conversation agent

  @Test(
    "The sentence is handed to the conversation agent with the token, and its answer is spoken",
    arguments: ["home-assistant", "{ home-assistant: true, timeout: 300 }"])
  func sentence(_ handler: String) async throws {
    let server = try await WebServer(conversation("Turned off the lights"))
    let (result, log) = try await perform(server, handler)
    #expect(result == HandlerResult(response: .success("Turned off the lights"), values: [:]))
    #expect(log.isEmpty)
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1 && request.method == "POST" && request.uri == "/api/conversation/process")
    #expect(request.headers.first(name: "Authorization") == "Bearer \(Self.token)")
    #expect(try object(request.body) == ["text": "do the lamp", "language": "en"])
  }

  @Test(
    "A spoken number is sent in digits, which every version of Home Assistant understands",
    arguments: [
      ("set it to forty percent", "40", "set it to 40 percent"), ("set it to twenty one", "21", "set it to 21"),
      ("one hundred percent now", "100", "100 percent now"), ("a hundred percent", "100", "100 percent"),
      ("set the tone to one", "1", "set the tone to 1"), ("set it to 40", "40", "set it to 40"),
    ])
  func numbers(_ said: String, _ level: String, _ sent: String) async throws {
    let server = try await WebServer(conversation(""))
    _ = try await perform(server, "home-assistant", slots: ["tool": level], sentence: said)
    #expect(try object(server.requests[0].body)["text"] as? String == sent)
  }

  @Test("Each of several spoken numbers is sent in digits, even if the words of one contain those of another")
  func severalNumbers() async throws {
    for _ in 0..<10 {
      let server = try await WebServer(conversation(""))
      _ = try await perform(
        server, "home-assistant", slots: ["thing": "1", "tool": "21"], sentence: "twenty one minutes and one second")
      #expect(try object(server.requests[0].body)["text"] as? String == "21 minutes and 1 second")
    }
  }

  @Test(
    "A name is sent as it is written, because Home Assistant compares its characters",
    arguments: [
      ("turn on lamp two", "light.b", ["Lamp 2", "lamp two"], "turn on Lamp 2"),
      ("turn on the a c", "switch.ac", ["A/C", "a c"], "turn on the A/C"),
      ("turn on my reading light three", "light.b", ["Lamp 2", "lamp two", "reading light three"], "turn on my Lamp 2"),
      ("turn on lamp two", "lamp 2", ["lamp 2", "lamp two"], "turn on lamp 2"),
      ("pause the media player", "media_player", ["media_player"], "pause the media player"),
      ("heat to twenty point five", "20.5", ["20 point 5", "twenty point five"], "heat to twenty point five"),
    ])
  func names(_ said: String, _ identifier: String, _ names: [String], _ sent: String) async throws {
    let server = try await WebServer(conversation(""))
    _ = try await perform(
      server, "home-assistant", slots: ["thing": identifier], sentence: said, names: ["thing": names])
    #expect(try object(server.requests[0].body)["text"] as? String == sent)
  }

  @Test("The names in a sentence for Home Assistant are those of the file's values, not their spoken words")
  func writtenNames() async throws {
    let server = try await WebServer(conversation("Turned on"))
    let text = """
      intents:
        On: { phrases: ["turn on [the] {lamp}"], handler: { home-assistant: true, timeout: 300 } }
      lists:
        lamp: [{ id: light.b, spoken: ["Lamp 2", "Bob's light"] }]
      """
    let contents = try IntentsFile.contents(path: folder.write(text, to: "home.intents.yaml"), handlers: settings(server))
    let assistant = contents.assistant(logger: .silent)
    let runtime = IntentRuntime(assistant: assistant, memory: try .inMemory(assistant: assistant.name), logger: .silent)
    for said in ["turn on lamp two", "turn on the bob's light"] {
      var request = IntentRequest(intent: "On", values: ["lamp": "light.b"])
      request.sentence = said
      #expect(await runtime.perform(request).dialog == "Turned on")
    }
    #expect(
      try server.requests.map { try object($0.body)["text"] as? String } == ["turn on Lamp 2", "turn on the Lamp 2"])
  }

  @Test(
    "Each of several names and numbers of a parameter is sent as it is written",
    arguments: [
      ("turn on lamp and one now", ["lamp": "light.b,light.one"], "turn on Lamp 2 and One now"),
      ("turn on one lamp two and the fan now", ["lamp": "light.one,light.b,fan"], "turn on One Lamp 2 and the Fan, big now"),
      ("turn on lamp now", ["lamp": "light.b"], "turn on Lamp 2 now"),
      ("dim to five and twenty one and five", ["level": "5,21,5"], "dim to 5 and 21 and 5"),
    ])
  func severalNames(_ said: String, _ values: [String: String], _ sent: String) async throws {
    let server = try await WebServer(conversation("Fine"))
    let text = """
      intents:
        On:
          phrases: ["turn on [the] {lamp} now", "dim to {level}"]
          parameters: { lamp: { multiple: true }, level: { type: number, multiple: true } }
          handler: { home-assistant: true, timeout: 300 }
      lists:
        lamp: [{ id: light.b, spoken: ["Lamp 2", lamp] }, { id: light.one, spoken: One }, { id: fan, spoken: ["Fan, big", fan] }]
      """
    let contents = try IntentsFile.contents(path: folder.write(text, to: "home.intents.yaml"), handlers: settings(server))
    let assistant = contents.assistant(logger: .silent)
    let runtime = IntentRuntime(assistant: assistant, memory: try .inMemory(assistant: assistant.name), logger: .silent)
    var request = IntentRequest(intent: "On", values: values)
    request.sentence = said
    #expect(await runtime.perform(request).dialog == "Fine")
    #expect(try object(server.requests[0].body)["text"] as? String == sent)
  }

  @Test("A sentence of the file has the names of the values")
  func template() async throws {
    let server = try await WebServer(conversation(""))
    let (result, _) = try await perform(server, "{ home-assistant: { sentence: \"turn off the {thing}\" } }", sentence: nil)
    #expect(result.response == .success("Done."))
    #expect(try object(server.requests[0].body) == ["text": "turn off the one", "language": "en"])
  }

  @Test("A request without a sentence fails, and the log names the remedy")
  func noSentence() async throws {
    let server = try await WebServer(conversation("Fine"))
    let (result, log) = try await perform(server, "home-assistant", sentence: nil)
    #expect(result.response == .failure("Sorry, something went wrong."))
    #expect(log.count == 1 && log[0].contains("{ home-assistant: { sentence: … } }"), "\(log)")
    #expect(server.requests.isEmpty)
  }

  @Test("An answer that is an error is a spoken failure, and the log has its code only")
  func misunderstood() async throws {
    let server = try await WebServer(
      conversation("Sorry, I couldn't understand that", type: "error", code: "no_intent_match"))
    let (result, log) = try await perform(server, "home-assistant")
    #expect(result.response == .failure("Sorry, I couldn't understand that"))
    #expect(log == ["error: Do: Home Assistant's conversation agent answered no_intent_match"])
  }

  // MARK: Services

  private static let states = "[{\"entity_id\": \"light.one\", \"state\": \"off\"}]"

  @Test("A service is called with its target and its data, in which slots are replaced")
  func service() async throws {
    let server = try await WebServer(.answer(status: 200, type: "application/json", body: Self.states))
    let handler = """
      { home-assistant: { service: light.turn_on, target: { entity_id: "light.{thing}" }, \
      data: { brightness_pct: "{tool}", transition: 2, flash: false, name: "lamp {thing}", colors: [1, "{tool}"], code: "007" } } }
      """
    let (result, log) = try await perform(server, handler, slots: ["thing": "one", "tool": "40"])
    #expect(result.response == .success("Done."))
    #expect(log.isEmpty)
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1 && request.method == "POST" && request.uri == "/api/services/light/turn_on")
    #expect(
      try object(request.body) == [
        "entity_id": "light.one", "brightness_pct": 40, "transition": 2, "flash": false, "name": "lamp one",
        "colors": [1, 40], "code": "007",
      ])
  }

  @Test(
    "A value without quotes is a number only if it is written as one in JSON",
    arguments: ["07:30:00", "08:30", "0420", "0890", "+49123", "0x10", "1_000", "1e3", ".inf"])
  func plainValues(value: String) async throws {
    let server = try await WebServer(.answer(status: 200, type: "application/json", body: "[]"))
    let handler = "{ home-assistant: { service: timer.start, data: { text: \(value), number: 40, part: -1.5, is: true } } }"
    _ = try await perform(server, handler)
    #expect(try object(server.requests[0].body) == ["text": value, "number": 40, "part": -1.5, "is": true])
  }

  @Test(
    "A slot with a code or a telephone number keeps every character",
    arguments: ["0420", "+4915112345678", "1e3", "007.5", "1.", ".5", "0x10", "nan", "1234567890123456", "-"])
  func codes(code: String) async throws {
    let server = try await WebServer(.answer(status: 200, type: "application/json", body: "[]"))
    let handler =
      "{ home-assistant: { service: alarm_control_panel.alarm_disarm, data: { code: \"{tool}\", delay: \"{thing}\" } } }"
    _ = try await perform(server, handler, slots: ["thing": "-1.5", "tool": code])
    #expect(try object(server.requests[0].body) == ["code": code, "delay": -1.5])
  }

  @Test("A slot without a value leaves out its key")
  func missingSlot() async throws {
    let server = try await WebServer(.answer(status: 200, type: "application/json", body: Self.states))
    let handler =
      "{ home-assistant: { service: light.turn_on, target: { entity_id: [light.one] }, data: { level: \"{tool}\" } } }"
    _ = try await perform(server, handler)
    #expect(try object(server.requests[0].body) == ["entity_id": ["light.one"]])
  }

  @Test("An entity that did not change is looked up, and an unknown or unavailable one is reported")
  func unchanged() async throws {
    let handler = "{ home-assistant: { service: light.turn_on, target: { entity_id: \"light.{thing}\" } } }"
    for (answers, response) in [
      (["{\"state\": \"on\"}"], IntentResponse.success("Done.")),
      (["{\"state\": \"unavailable\"}"], .failure("That device isn't available right now.")),
      ([], .failure("Home Assistant doesn't know that device.")),
    ] as [([String], IntentResponse)] {
      let server = try await WebServer(
        .answers { request in
          request.method == "POST"
            ? (200, "[]") : answers.first.map { (200, $0) } ?? (404, "{\"message\": \"Entity not found.\"}")
        })
      let (result, log) = try await perform(server, handler)
      #expect(result.response == response)
      #expect(server.requests.map(\.uri) == ["/api/services/light/turn_on", "/api/states/light.one"])
      #expect(log.count == (response.code == .success ? 0 : 1) && log.allSatisfy { $0.contains("light.one") }, "\(log)")
    }
  }

  @Test("The log of a private request does not name its entity")
  func privateRequest() async throws {
    let handler = "{ home-assistant: { service: light.turn_on, target: { entity_id: \"light.{thing}\" } } }"
    for status in [404, 401, 500] {
      let server = try await WebServer(.answers { request in request.method == "POST" ? (200, "[]") : (status, "{}") })
      let (_, log) = try await perform(server, handler, isPrivate: true)
      #expect(log.count == 1 && !log[0].contains("light.one"), "\(log)")
    }
  }

  // MARK: Faults

  @Test(
    "A status of Home Assistant is a sentence, and is logged with its remedy",
    arguments: [
      (401, "Home Assistant doesn't let me in.", "store a new long-lived access token"),
      (400, "Home Assistant can't do that.", "is not valid there"),
      (404, "Home Assistant can't do that.", "not set up there"),
      (500, "Home Assistant has a problem.", "status 500"),
      (302, "Home Assistant has a problem.", "redirect"),
    ])
  func statuses(_ status: Int, _ dialog: String, _ reason: String) async throws {
    let server = try await WebServer(.answer(status: status, type: "text/plain", body: "401: Unauthorized \(Self.token)"))
    for handler in ["home-assistant", "{ home-assistant: { service: light.turn_off } }"] {
      let (result, log) = try await perform(server, handler)
      #expect(result.response == .failure(dialog))
      #expect(log.count == 1 && log[0].contains(reason), "\(log)")
    }
  }

  @Test("Home Assistant that is off, silent or confused is a sentence at once")
  func faults() async throws {
    let stopped = try await WebServer(.silence)
    let settings = try settings(stopped)
    try await stopped.stop()
    let off = try await folder.perform(handler: "home-assistant", handlers: settings, sentence: "do it")
    #expect(off.result.response == .failure("I can't reach Home Assistant."))
    let silent = try await WebServer(.silence)
    let late = try await perform(silent, "{ home-assistant: true, timeout: 1 }")
    #expect(late.result.response == .failure("Home Assistant took too long."))
    #expect(late.log.count == 1 && late.log[0].contains("1.0 seconds"), "\(late.log)")
    for body in ["<html>", "{}", "[1]"] {
      let confused = try await WebServer(.answer(status: 200, type: "text/html", body: body))
      #expect(try await perform(confused, "home-assistant").result.response == .failure("Home Assistant has a problem."))
    }
  }

  @Test("Without the settings, the answer says so, and the log names them")
  func notSet() async throws {
    let (result, log) = try await perform(nil, "home-assistant")
    #expect(result.response == .failure("Home Assistant isn't set up yet."))
    #expect(log.count == 1 && log[0].contains("\"home-assistant-uri\" and \"home-assistant-token-file\""), "\(log)")
  }

  @Test("A token that is replaced is used at once, and one that others can read is not used")
  func replacedToken() async throws {
    let server = try await WebServer(conversation("Fine"))
    let settings = try settings(server)
    _ = try tokenFile("second\n")
    _ = try await folder.perform(handler: "home-assistant", handlers: settings, sentence: "do it")
    #expect(server.requests.first?.headers.first(name: "Authorization") == "Bearer second")
    _ = try tokenFile("third\n", mode: 0o644)
    let (result, log) = try await folder.perform(handler: "home-assistant", handlers: settings, sentence: "do it")
    #expect(result.response == .failure("I can't sign in to Home Assistant."))
    #expect(log.count == 1 && log[0].contains("chmod 600") && !log[0].contains("third"), "\(log)")
    #expect(server.requests.count == 1)
  }

  @Test(
    "An address that is not that of a web server is refused without its password",
    arguments: [
      "homeassistant.local", "ftp://box", "http://", "http://me:secret@box:8123", "http://box:0", "http://box/?a=b", "",
      "me:secret@box", "http://me:secret@box/?a=b",
    ])
  func address(_ uri: String) throws {
    let file = try tokenFile()
    let error = #expect(throws: HomeAssistantServerError.self) { try HomeAssistantServer(uri: uri, tokenFile: file) }
    #expect(error?.description.contains("secret") == false)
  }

  @Test("A missing setting, and a file without a token, are reported")
  func settingsFaults() throws {
    #expect(try HomeAssistantServer.configured(uri: nil, tokenFile: nil) == nil)
    let empty = try tokenFile("\n")
    let faults: [(uri: String?, file: String?, reason: String)] = [
      ("http://box:8123", nil, "\"home-assistant-token-file\""), (nil, "token", "\"home-assistant-uri\""),
      ("http://box:8123", "\(folder.path)/missing", "does not exist"), ("http://box:8123", empty, "is not a token"),
    ]
    for (uri, file, reason) in faults {
      let error = #expect(throws: HomeAssistantServerError.self) {
        try HomeAssistantServer.configured(uri: uri, tokenFile: file)
      }
      #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }
  }

  @Test(
    "Faults of the file have their line and a remedy",
    arguments: [
      ("{ home-assistant: { service: turn_off } }", "a domain and a name"),
      ("{ home-assistant: { service: \"light.{thing}\" } }", "without spoken words"),
      ("{ home-assistant: { service: light.turn_off, target: { entity: a } } }", "the keys are: entity_id"),
      (
        "{ home-assistant: { service: light.turn_off, data: { a: \"{other}\" } } }",
        "{other} is not one of the intent's parameters"
      ),
      ("{ home-assistant: { target: { entity_id: light.a } } }", "service: light.turn_off"),
      ("{ home-assistant: { service: light.turn_off, sentence: do } }", "not both"),
      ("{ home-assistant: true, command: [true] }", "one of"), ("{ home-assistant: { services: a } }", "no key \"services\""),
    ])
  func fileFaults(_ handler: String, _ reason: String) {
    let error = #expect(throws: IntentsFileError.self) { try folder.load(handler: handler) }
    #expect(
      error?.faults.first?.location.line == 4 && error?.faults.first?.reason.contains(reason) == true,
      "\(String(describing: error))")
  }
}
