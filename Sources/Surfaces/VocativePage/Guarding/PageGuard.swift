import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Admits only authorized viewers, and only forms of the page itself.
struct PageGuard: RouterMiddleware {
  typealias Context = BasicRequestContext

  /// The query parameter that contains the token.
  static let tokenParameter = "token"

  let address: PageAddress
  let sessions: PageSessions
  let content: PageContent
  let logger: Logger

  /// The browser loads and runs nothing from other origins, and other sites can't embed the page.
  private static let headers: [(HTTPField.Name, String)] = [
    (
      .contentSecurityPolicy,
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; "
        + "base-uri 'none'; frame-ancestors 'none'"
    ),
    (.xContentTypeOptions, "nosniff"),
    // With "no-referrer", a form would not send its origin.
    (.referrerPolicy, "same-origin"), (.crossOriginOpenerPolicy, "same-origin"), (.crossOriginResourcePolicy, "same-origin"),
    (.cacheControl, "no-store"),
  ]

  /// The paths of open pages, whose browsers keep their cookie: a kiosk may be open for years.
  private static let renewing: Set = ["/", "/kiosk", "/events"]

  func handle(
    _ request: Request, context: BasicRequestContext, next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    var response: Response
    do {
      if let refusal = await refusal(of: request) {
        response = refusal
      } else {
        response = try await next(request, context)
        if Self.renewing.contains(request.uri.path), let cookie = request.sessionCookie,
          let header = sessions.renew(cookie)
        {
          response.headers[.setCookie] = header
        }
      }
    } catch let error as HTTPError {
      response = await refuse(error.status, error.body ?? error.status.reasonPhrase)
    } catch {
      logger.error("\(request.uri.path) failed: \(error)")
      response = await refuse(.internalServerError, "Internal error. See the log for details.")
    }
    for (name, value) in Self.headers where response.headers[name] == nil { response.headers[name] = value }
    // A body would be read as the beginning of the next response.
    return request.method == .head ? response.createHeadResponse() : response
  }

  private func refusal(of request: Request) async -> Response? {
    guard let authority = request.head.authority, let host = HostName(authority), address.isOwn(host) else {
      return await refuse(
        .misdirectedRequest,
        "The page is not served at that host name. Open it by the address or the name of the computer, or set page-host to the name."
      )
    }
    switch request.method {
    case .get, .head: break
    case .post:
      guard isFromOwnPage(request, authority: authority) else {
        return await refuse(.forbidden, "Only forms of this page can make changes.")
      }
      guard request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true else {
        return await refuse(.unsupportedMediaType, "The form must have the type application/x-www-form-urlencoded.")
      }
    default:
      var response = await refuse(.methodNotAllowed, "The page supports only GET, HEAD and POST.")
      response.headers[.allow] = "GET, HEAD, POST"
      return response
    }
    if request.method != .post, let response = redirection(of: request) { return response }
    guard !isKnown(request) else { return nil }
    if request.uri.path == "/token", request.method == .post { return nil }
    return PageResponse.html(await content.tokenPage(isWrong: false), status: .unauthorized)
  }

  /// Returns whether a page of this server submitted the form.
  ///
  /// Browsers send the origin, and pages can't forge it.
  private func isFromOwnPage(_ request: Request, authority: String) -> Bool {
    if let origin = request.headers[.origin] { return origin.lowercased() == "http://\(authority.lowercased())" }
    return request.headers[.secFetchSite] == "same-origin"
  }

  /// A link with the token starts a session and redirects to the same page without the token, which keeps it out of the history.
  private func redirection(of request: Request) -> Response? {
    guard let shown = request.uri.queryParameters[Substring(Self.tokenParameter)], address.token.matches(String(shown)) else {
      return nil
    }
    var response = PageResponse.seeOther(request.uri.path == "/kiosk" ? "/kiosk" : "/")
    response.headers[.setCookie] = sessions.begin(keeping: request.sessionCookie)
    return response
  }

  private func isKnown(_ request: Request) -> Bool {
    if let cookie = request.sessionCookie, sessions.isKnown(cookie) { return true }
    guard let bearer = request.headers[.authorization], bearer.hasPrefix("Bearer ") else { return false }
    return address.token.matches(String(bearer.dropFirst("Bearer ".count)))
  }

  private func refuse(_ status: HTTPResponse.Status, _ reason: String) async -> Response {
    PageResponse.html(await content.refusal(reason), status: status)
  }
}

extension Request {
  /// The cookie of the browser's session, valid or not; nil if it sends none.
  var sessionCookie: String? { cookies[PageSessions.cookieName]?.value }
}

extension HTTPField.Name {
  fileprivate static let referrerPolicy = field("Referrer-Policy")
  fileprivate static let crossOriginOpenerPolicy = field("Cross-Origin-Opener-Policy")
  fileprivate static let secFetchSite = field("Sec-Fetch-Site")

  /// A header name from a constant, which is known to be valid.
  private static func field(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is not a header name") }
    return name
  }
}

/// Responses of the page.
enum PageResponse {
  static func html(_ html: String, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
  }

  static func file(_ bytes: [UInt8], type: String) -> Response {
    Response(status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  static func seeOther(_ place: String) -> Response { Response(status: .seeOther, headers: [.location: place]) }
}
