import Curl
import Foundation
import VocativeIntents

/// Performs an intent by a request to a web server.
///
/// Redirects are not followed, because the intents file alone decides which server receives spoken words.
package struct HTTPHandler: Equatable, Sendable {
  /// The contents of a body.
  enum Body: Equatable, Sendable {
    /// The request as JSON, in the format that commands receive on standard input.
    case request
    case json(HandlerTemplate)
    case form(HandlerTemplate)
    case text(HandlerTemplate)
    case none
  }

  let url: HandlerTemplate
  let method: String
  let headers: [String: String]
  let body: Body
  let timeLimit: Duration
  /// The maximum size of an answer in bytes.
  var maxAnswerSize = HandlerAnswer.maxSize
  /// Whether a page is an answer, without words to say.
  var acceptsPages = true

  func send(_ request: HandlerRequest) async -> HandlerEnding {
    guard !url.climbs(with: request.slots) else {
      return .broken(fault: "a value would point the address to another folder")
    }
    let prepared: CurlRequest
    do {
      prepared = try self.request(for: request)
    } catch {
      return .broken(fault: "the request could not be encoded: \(error)")
    }
    // libcurl counts whole seconds; the time limit of an intent may be shorter, and cancelling ends the transfer.
    let answer = await withTimeLimit(timeLimit, clock: ContinuousClock()) { () -> Result<CurlResponse, CurlError> in
      do throws(CurlError) {
        return .success(try await prepared.response())
      } catch {
        return .failure(error)
      }
    }
    switch answer {
    case .success(let answer)?: return ending(of: answer, for: request)
    case .failure(let error)?: return ending(of: error, for: request)
    case nil where Task.isCancelled:
      return .broken(fault: "the request was cancelled")
    case nil: return .tooLate(fault: "the server did not respond within \(timeLimit)")
    }
  }

  private func request(for request: HandlerRequest) throws -> CurlRequest {
    let (bytes, type): ([UInt8]?, String?) =
      switch body {
      case .request: (Array(try request.json), "application/json")
      case .json(let template): (Array(try template.json(with: request.slots).utf8), "application/json")
      case .form(let template): (Array(template.percentEncoded(with: request.slots).utf8), "application/x-www-form-urlencoded")
      case .text(let template): (Array(template.filled(with: request.slots).utf8), "text/plain; charset=utf-8")
      case .none: (nil, nil)
      }
    var prepared = ["Accept": "application/json, text/plain", "User-Agent": "vocative"]
    prepared["Content-Type"] = type
    for (name, value) in headers {
      for known in prepared.keys where known.lowercased() == name.lowercased() { prepared[known] = nil }
      prepared[name] = value
    }
    return CurlRequest(
      url: url.percentEncoded(with: request.slots), method: method, headers: prepared, body: bytes,
      maxResponseSize: maxAnswerSize)
  }

  private func ending(of answer: CurlResponse, for request: HandlerRequest) -> HandlerEnding {
    let fault = "the server answered with status \(answer.status)"
    // An HTML page is not suitable for reading aloud.
    let isPage = answer.contentType?.lowercased().contains(#/html|xml/#) == true
    let bytes = isPage ? [] : answer.body
    switch answer.status {
    case 200..<300 where isPage && !acceptsPages:
      return .broken(fault: "the server answered with a page, not with values")
    case 200..<300: return HandlerEnding(.success, answer: bytes)
    case 300..<400: return .broken(fault: fault + ", a redirect; use the new address in the intents file")
    case 401, 403: return HandlerEnding(.requiresApplication, answer: bytes, fault: fault)
    case 400..<500: return HandlerEnding(.failure, answer: bytes, fault: fault)
    default: return HandlerEnding(.broken(dialog: "The service for \(request.title.lowercased()) has a problem."), fault: fault)
    }
  }

  private func ending(of error: CurlError, for request: HandlerRequest) -> HandlerEnding {
    switch error.code {
    case .tooLarge:
      return .broken(fault: "the server responded with more than \(maxAnswerSize >> 10) KiB")
    case .timeout:
      return .tooLate(fault: "the server did not respond in time")
    case .connection:
      return HandlerEnding(
        .broken(dialog: "I can't reach the service for \(request.title.lowercased())."), fault: "no connection: \(error)")
    case .security, .cancelled, .transfer:
      return .broken(fault: "the request failed: \(error)")
    }
  }
}
