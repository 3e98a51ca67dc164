import Foundation
import NIOHTTP1
import Testing
import VocativeIntents
import VocativeIntentsFile
import VocativeTestSupport

@Suite("HTTP handlers")
struct HTTPHandlerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func perform(
    _ server: WebServer, path: String = "/", keys: String = "", slots: [String: String] = ["thing": "one"], timeout: Int = 300
  ) async throws -> (result: HandlerResult, log: [String]) {
    try await folder.perform(
      handler: "{ http: { url: \"\(server.address)\(path)\"\(keys) }, timeout: \(timeout) }", slots: slots)
  }

  @Test("The request is posted as JSON, and the answer has the same format as that of a command")
  func posted() async throws {
    let server = try await WebServer(
      .answer(status: 200, type: "application/json", body: "{\"dialog\": \"Done it.\", \"saved\": 5}"))
    let (result, log) = try await perform(server, path: "/do")
    #expect(result == HandlerResult(response: .success("Done it."), values: ["saved": "5"]))
    #expect(log.isEmpty)
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1 && request.method == "POST" && request.uri == "/do")
    #expect(request.headers.first(name: "Content-Type") == "application/json")
    #expect(
      request.body
        == "{\"context\":{\"assistant\":\"test\",\"session\":\"s-1\",\"source\":\"voice\"},\"intent\":\"Do\",\"slots\":{\"thing\":\"one\"}}"
    )
  }

  @Test("A server asks for a value as a command does")
  func question() async throws {
    let body = #"{"ask": {"parameter": "tool", "dialog": "With what?", "among": ["rake", "hoe"]}}"#
    let server = try await WebServer(.answer(status: 200, type: "application/json", body: body))
    let question = try await perform(server).result.question
    #expect(question == HandlerQuestion(parameter: "tool", dialog: "With what?", values: ["rake", "hoe"]))
  }

  @Test("Plain text becomes the dialog, but an HTML page does not")
  func text() async throws {
    let plain = try await WebServer(.answer(status: 200, type: "text/plain", body: "All is well.\n"))
    #expect(try await perform(plain).result.response == .success("All is well."))
    let page = try await WebServer(.answer(status: 200, type: "text/html", body: "<html><body>Hello</body></html>"))
    #expect(try await perform(page).result.response == .success("Done."))
  }

  @Test("The file determines method, headers and body; a GET request has no body by default")
  func file() async throws {
    let server = try await WebServer(.answer(status: 204, type: "text/plain", body: ""))
    _ = try await perform(server, path: "/a?thing={thing}", keys: ", method: get, headers: { Authorization: \"Bearer abc\" }")
    _ = try await perform(server, keys: ", method: PUT, headers: { Content-Type: text/csv }, body: \"a,{thing}\"")
    let requests = server.requests
    #expect(requests.map(\.method) == ["GET", "PUT"])
    #expect(requests.map(\.uri) == ["/a?thing=one", "/"])
    #expect(requests.map(\.body) == ["", "a,one"])
    #expect(requests.first?.headers.first(name: "Authorization") == "Bearer abc")
    #expect(requests.last?.headers["Content-Type"] == ["text/csv"])
  }

  @Test(
    "A value stays one part of the address and one string of the body, whatever it contains",
    arguments: [
      "a/b?c=d&e#f", "../..", "\"}, {\"admin\": true", "$(id)", "line\nline\r\nX: y", "100%41", "{thing}", "\\", "\\\"",
      "größe 🏖", "", "42",
      "1,2", "true",
    ])
  func injection(_ value: String) async throws {
    let server = try await WebServer(.answer(status: 200, type: "text/plain", body: "Well."))
    let slots = ["thing": "one", "tool": value]
    let (result, _) = try await perform(
      server, path: "/x/{tool}/y?q={tool}&z=1",
      keys: ", body: '{\"tool\": \"<{tool}>\", \"alone\": {tool}, \"thing\": \"{thing}\"}'",
      slots: slots)
    #expect(result.response == .success("Well."))
    _ = try await perform(
      server, keys: ", headers: { content-type: application/x-www-form-urlencoded }, body: \"a={tool}&b={thing}\"", slots: slots)
    try #require(server.requests.count == 2)
    let (json, form) = (server.requests[0], server.requests[1])

    let parts = json.uri.split(separator: "?", omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let segments = parts[0].split(separator: "/", omittingEmptySubsequences: false).map { String($0).removingPercentEncoding }
    #expect(segments == ["", "x", value, "y"])
    let items = parts[1].split(separator: "&").map { String($0).removingPercentEncoding }
    #expect(items == ["q=\(value)", "z=1"])

    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.body.utf8)) as? [String: Any])
    #expect(object["tool"] as? String == "<\(value)>")
    #expect(object["thing"] as? String == "one")
    #expect(value == "42" ? object["alone"] as? Int == 42 : object["alone"] as? String == value)
    #expect(object.count == 3)
    #expect(form.body.split(separator: "&").map { String($0).removingPercentEncoding } == ["a=\(value)", "b=one"])
  }

  @Test("A value cannot point to another folder of the server", arguments: [".", ".."])
  func climbing(_ value: String) async throws {
    let server = try await WebServer(.answer(status: 200, type: "text/plain", body: "Well."))
    let (result, log) = try await perform(server, path: "/x/{tool}/y", slots: ["tool": value])
    #expect(result.response == .failure("Sorry, something went wrong."))
    #expect(log.count == 1 && log[0].contains("another folder"), "\(log)")
    #expect(
      try await perform(server, path: "/x/..{tool}/y?z={tool}", slots: ["tool": "a.b.."]).result.response == .success("Well."))
    #expect(server.requests.map(\.uri) == ["/x/..a.b../y?z=a.b.."])
  }

  @Test(
    "The status determines the response code, and is logged if it is an error",
    arguments: [
      (400, IntentResponse.failure("No such goal.")), (404, .failure("No such goal.")),
      (401, .failureRequiringAppLaunch("No such goal.")), (403, .failureRequiringAppLaunch("No such goal.")),
      (500, .failure("The service for doing things has a problem.")),
      (503, .failure("The service for doing things has a problem.")),
    ])
  func statuses(_ status: Int, _ response: IntentResponse) async throws {
    let server = try await WebServer(.answer(status: status, type: "text/plain", body: "No such goal."))
    let (result, log) = try await perform(server)
    #expect(result.response == response)
    #expect(log.count == 1 && log[0].hasPrefix("error: Do: ") && log[0].contains("status \(status)"), "\(log)")
  }

  @Test("A redirect is not followed")
  func redirect() async throws {
    let other = try await WebServer(.answer(status: 200, type: "text/plain", body: "Stolen."))
    let server = try await WebServer(
      .answer(status: 307, type: "text/plain", body: "", headers: ["Location": other.address + "/"]))
    let (result, log) = try await perform(server)
    #expect(result.response == .failure("Sorry, something went wrong."))
    #expect(log.count == 1 && log[0].contains("redirect"), "\(log)")
    #expect(other.requests.isEmpty)
  }

  @Test("An answer of more than 64 KiB is a failure, but one of 64 KiB is not")
  func large() async throws {
    let much = try await WebServer(.answer(status: 200, type: "text/plain", body: String(repeating: "x", count: 65_536)))
    #expect(try await perform(much).result.response.dialog.count == 65_536)
    let tooMuch = try await WebServer(.answer(status: 200, type: "text/plain", body: String(repeating: "x", count: 65_537)))
    let (result, log) = try await perform(tooMuch)
    #expect(result.response == .failure("Sorry, something went wrong."))
    #expect(log.count == 1 && log[0].contains("64 KiB"), "\(log)")
  }

  @Test("A server that never responds, or never finishes its response, times out")
  func late() async throws {
    for behaviour in [WebServer.Behaviour.silence, .trickle] {
      let server = try await WebServer(behaviour)
      let (result, log) = try await perform(server, timeout: 1)
      #expect(result.response == .failure("Sorry, that took too long."))
      #expect(log.count == 1 && log[0].contains("1.0 seconds"), "\(log)")
    }
  }

  @Test("An unreachable server fails without a wait")
  func refused() async throws {
    let server = try await WebServer(.silence)
    try await server.stop()
    let (result, log) = try await perform(server)
    #expect(result.response == .failure("I can't reach the service for doing things."))
    #expect(log.count == 1 && log[0].contains("no connection"), "\(log)")
  }

  @Test("A server that closes the connection causes a failure")
  func hangUp() async throws {
    let (result, log) = try await perform(try await WebServer(.hangUp))
    #expect(result.response == .failure("Sorry, something went wrong."))
    #expect(log.count == 1, "\(log)")
  }

  @Test("Cancelling the task cancels the request")
  func cancelled() async throws {
    let server = try await WebServer(.silence)
    let task = Task { try await perform(server) }
    #expect(await eventually { !server.requests.isEmpty })
    task.cancel()
    let (result, log) = try await task.value
    #expect(result.response.code == .failure)
    #expect(log.count == 1 && log[0].contains("cancelled"), "\(log)")
  }
}
