import Curl
import Foundation
import JSONValues

/// The reason why Home Assistant did not perform a request.
struct HomeAssistantFailure: Error {
  /// The words for the person.
  let dialog: String
  /// The fault to log.
  let fault: String
}

/// Home Assistant's REST API with a token.
struct HomeAssistantConnection {
  private let server: HomeAssistantServer
  private let token: String

  /// The maximum size of an answer; the answer of a service lists all changed states.
  private static let maxSize = 1 << 20
  /// A computer in the same network that does not answer for this time is off.
  private static let connectTimeout = 2

  init(_ server: HomeAssistantServer) throws(HomeAssistantFailure) {
    self.server = server
    do throws(HomeAssistantServerError) {
      token = try server.token()
    } catch {
      throw HomeAssistantFailure(dialog: "I can't sign in to Home Assistant.", fault: "\(error)")
    }
  }

  /// Sends an object and returns the answer.
  func post(_ path: String, _ object: JSONValue) async throws(HomeAssistantFailure) -> JSONValue {
    let response = try await send(path, "POST", try? JSONEncoder().encode(object))
    guard response.status < 300 else { throw failure(of: response, for: path) }
    guard let answer = try? JSONDecoder().decode(JSONValue.self, from: Data(response.body)) else {
      throw HomeAssistantFailure(
        dialog: "Home Assistant has a problem.", fault: "the answer of \(server.address)\(path) is not JSON")
    }
    return answer
  }

  /// Returns the state of an entity; nil if there is no such entity.
  func state(of entity: String) async throws(HomeAssistantFailure) -> String? {
    guard entity.wholeMatch(of: #/[a-z0-9_]+\.[a-z0-9_]+/#) != nil else { return nil }
    let path = "/api/states/"
    let response = try await send(path + entity, "GET", nil)
    if response.status == 404 { return nil }
    // The entity may be a value of a private request.
    guard response.status < 300 else { throw failure(of: response, for: path) }
    return (try? JSONDecoder().decode(JSONValue.self, from: Data(response.body)))?["state"]?.text
  }

  private func send(_ path: String, _ method: String, _ body: Data?) async throws(HomeAssistantFailure) -> CurlResponse {
    var headers = ["Authorization": "Bearer \(token)", "Accept": "application/json", "User-Agent": "vocative"]
    if body != nil { headers["Content-Type"] = "application/json" }
    var request = CurlRequest(
      url: server.address + path, method: method, headers: headers, body: body.map(Array.init), maxResponseSize: Self.maxSize)
    request.connectTimeout = Self.connectTimeout
    do throws(CurlError) {
      return try await request.response()
    } catch {
      // Neither the code nor the reason contains a header.
      let dialog =
        switch error.code {
        case .connection, .timeout: "I can't reach Home Assistant."
        case .security: "I don't trust the certificate of Home Assistant."
        case .tooLarge, .cancelled, .transfer: "Home Assistant has a problem."
        }
      throw HomeAssistantFailure(dialog: dialog, fault: "no answer from Home Assistant at \(server.address): \(error)")
    }
  }

  private func failure(of response: CurlResponse, for path: String) -> HomeAssistantFailure {
    let fault = "Home Assistant answered \(path) with status \(response.status)"
    switch response.status {
    case 401, 403:
      return HomeAssistantFailure(
        dialog: "Home Assistant doesn't let me in.",
        fault: "\(fault): it refuses the token in \(server.tokenFile); store a new long-lived access token there")
    case 300..<400:
      return HomeAssistantFailure(dialog: "Home Assistant has a problem.", fault: "\(fault), a redirect; change the address")
    case 404:
      return HomeAssistantFailure(
        dialog: "Home Assistant can't do that.", fault: "\(fault): the integration for it is not set up there")
    case 400..<500:
      return HomeAssistantFailure(
        dialog: "Home Assistant can't do that.", fault: "\(fault): the service, its target or its data is not valid there")
    default: return HomeAssistantFailure(dialog: "Home Assistant has a problem.", fault: fault)
    }
  }
}

extension JSONValue {
  /// The value of a key of an object.
  subscript(key: String) -> JSONValue? { if case .object(let entries) = self { entries[key] } else { nil } }

  /// The items of an array; empty for any other value.
  var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
}
