import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import VocativeIntents

/// A web server that performs an intent.
///
/// Redirects are not followed: the file says who is told what somebody said.
package struct HTTPHandler: Equatable, Sendable {
  /// What a body holds.
  enum Body: Equatable, Sendable {
    /// The request in JSON, as a command finds it on standard input.
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

  private struct Answer: Sendable {
    let status: HTTPResponseStatus
    let bytes: [UInt8]
  }

  func send(_ request: HandlerRequest) async -> HandlerEnding {
    guard !url.climbs(with: request.slots) else {
      return .broken(request, fault: "a value would lead the address to another folder")
    }
    let prepared: HTTPClientRequest
    do {
      prepared = try self.request(for: request)
    } catch {
      return .broken(request, fault: "the request could not be written: \(error)")
    }
    // The limit of the library ends with the head of the answer; a body that trickles in must end too.
    let answer = await withTimeLimit(timeLimit, clock: ContinuousClock()) { () -> Result<Answer, any Error> in
      do {
        return .success(try await Self.execute(prepared))
      } catch {
        return .failure(error)
      }
    }
    switch answer {
    case .success(let answer)?: return ending(of: answer, for: request)
    case .failure(let error)?: return ending(of: error, for: request)
    case nil where Task.isCancelled:
      return .broken(request, fault: "the request was given up, as its answer is not wanted any more")
    case nil: return .tooLate(request, fault: "the server did not answer within \(timeLimit)")
    }
  }

  private func request(for request: HandlerRequest) throws -> HTTPClientRequest {
    var prepared = HTTPClientRequest(url: url.percentEncoded(with: request.slots))
    prepared.method = HTTPMethod(rawValue: method)
    let (bytes, type): ([UInt8]?, String?) =
      switch body {
      case .request: (Array(try request.json), "application/json")
      case .json(let template): (Array(try template.json(with: request.slots).utf8), "application/json")
      case .form(let template): (Array(template.percentEncoded(with: request.slots).utf8), "application/x-www-form-urlencoded")
      case .text(let template): (Array(template.filled(with: request.slots).utf8), "text/plain; charset=utf-8")
      case .none: (nil, nil)
      }
    prepared.headers.add(name: "Accept", value: "application/json, text/plain")
    prepared.headers.add(name: "User-Agent", value: "vocative")
    if let type { prepared.headers.add(name: "Content-Type", value: type) }
    for (name, value) in headers { prepared.headers.replaceOrAdd(name: name, value: value) }
    if let bytes { prepared.body = .bytes(bytes) }
    return prepared
  }

  private static func execute(_ request: HTTPClientRequest) async throws -> Answer {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    // A refused connection is said at once, and not when the time is over.
    configuration.connectionPool.retryConnectionEstablishment = false
    return try await HTTPClient.withHTTPClient(configuration: configuration) { client in
      // The person's time limit ends it earlier.
      let response = try await client.execute(request, timeout: .seconds(600))
      let body = try await response.body.collect(upTo: HandlerAnswer.largestSize)
      // A page for a browser is nothing to be read out.
      let isPage = response.headers.first(name: "Content-Type")?.lowercased().contains(#/html|xml/#) == true
      return Answer(status: response.status, bytes: isPage ? [] : Array(body.readableBytesView))
    }
  }

  private func ending(of answer: Answer, for request: HandlerRequest) -> HandlerEnding {
    let fault = "the server answered with status \(answer.status.code)"
    switch answer.status.code {
    case 200..<300: return HandlerEnding(.success, answer: answer.bytes)
    case 300..<400: return .broken(request, fault: fault + ", a redirect; put the address it leads to in the intents file")
    case 401, 403: return HandlerEnding(.requiresApplication, answer: answer.bytes, fault: fault)
    case 400..<500: return HandlerEnding(.failure, answer: answer.bytes, fault: fault)
    default: return HandlerEnding(.broken(dialog: "The service for \(request.title.lowercased()) has a problem."), fault: fault)
    }
  }

  private func ending(of error: any Error, for request: HandlerRequest) -> HandlerEnding {
    switch error {
    case is NIOTooManyBytesError:
      return .broken(request, fault: "the server answered with more than \(HandlerAnswer.largestSize >> 10) KiB")
    case let late as HTTPClientError where [.connectTimeout, .deadlineExceeded, .readTimeout].contains(late):
      return .tooLate(request, fault: "the server did not answer in time")
    case is NIOConnectionError, is IOError:
      return HandlerEnding(
        .broken(dialog: "I cannot reach the service for \(request.title.lowercased())."), fault: "no connection: \(error)")
    default:
      return .broken(request, fault: "the request failed: \(error)")
    }
  }
}
