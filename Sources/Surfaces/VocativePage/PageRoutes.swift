import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Vocative
import VocativeTuning

/// The routes of the page.
struct PageRoutes: Sendable {
  let address: PageAddress
  let sessions: PageSessions
  let hub: PageHub
  let content: PageContent
  let shortcuts: PageShortcuts
  let actions: PageActions
  let logger: Logger

  /// The maximum size of a form in bytes.
  private static let maxFormBytes = 16 << 10
  /// How often an idle event stream is probed.
  private static let signInterval = Duration.seconds(15)

  func router() -> Router<BasicRequestContext> {
    let router = Router(options: .autoGenerateHeadEndpoints)
    router.add(middleware: PageGuard(address: address, sessions: sessions, content: content, logger: logger))
    router.get("/") { request, _ in
      let done = request.uri.queryParameters["done"].flatMap { PageShortcuts.messages[String($0)] }
      return PageResponse.html(
        try await content.page(isKiosk: false, message: done.map { .init(text: $0, isFailure: false) }))
    }
    router.get("/kiosk") { _, _ in PageResponse.html(try await content.page(isKiosk: true)) }
    router.get("/page.css") { _, _ in PageResponse.file(PageTemplates.style, type: "text/css; charset=utf-8") }
    router.get("/page.js") { _, _ in PageResponse.file(PageTemplates.script, type: "text/javascript; charset=utf-8") }
    router.get("/tuning.svg") { _, _ in
      guard let plot = await content.plot() else { throw HTTPError(.notFound, message: "The assistant is not tuned yet.") }
      return picture(plot)
    }
    router.get("/events") { request, _ in try events(isKiosk: request.uri.queryParameters["view"] == "kiosk") }
    router.post("/token") { request, _ in try await token(request) }
    router.post("/shortcuts") { request, _ in try await answer(try await shortcuts.add(form(request))) }
    router.post("/shortcuts/:id") { request, context in
      try await answer(try await shortcuts.update(try context.parameters.require("id"), form(request)))
    }
    router.post("/shortcuts/:id/delete") { request, context in
      _ = try await form(request)
      return try await answer(await shortcuts.delete(try context.parameters.require("id")))
    }
    router.post("/ringing/stop") { request, _ in
      _ = try await form(request)
      guard let stop = hub.stopsRinging else { throw HTTPError(.notFound, message: "Nothing can ring here.") }
      await stop()
      return PageResponse.seeOther("/")
    }
    router.post("/card") { request, _ in
      let form = try await form(request)
      return try await answer(
        await actions.openCard(form), at: form["view"] == "kiosk" ? "/kiosk" : "/#answer")
    }
    router.post("/activities") { request, _ in
      try await answer(try await actions.continueActivity(try await form(request)), at: "/#answer")
    }
    router.post("/features") { request, _ in
      try await answer(try await actions.setFeature(try await form(request)), at: "/#features-title")
    }
    router.get("/settings") { request, _ in
      let done = request.uri.queryParameters["done"].flatMap { PageSettings.messages[String($0)] }
      return PageResponse.html(try await content.settings(message: done.map { .init(text: $0, isFailure: false) }))
    }
    router.get("/recording") { _, _ in try await recording() }
    router.get("/recording.svg") { _, _ in
      guard let result = hub.owner?.tuning.result else { throw HTTPError(.notFound, message: "Nothing is recorded yet.") }
      return picture(Array(result.report.plot.utf8))
    }
    router.post("/settings/:form") { request, context in
      try await change(try context.parameters.require("form"), request)
    }
    router.post("/requests") { request, _ in try await answer(request) }
    return router
  }

  private func picture(_ svg: [UInt8]) -> Response {
    var response = PageResponse.file(svg, type: "image/svg+xml")
    // The picture contains its own style sheet, and nothing else is allowed.
    response.headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"
    return response
  }

  /// Returns the page of a recording, which grows step by step until the recording ends, also without JavaScript.
  private func recording() async throws -> Response {
    guard let session = hub.owner?.tuning else { throw HTTPError(.notFound, message: "There are no settings here.") }
    let body = ResponseBody { writer in
      try await writer.write(ByteBuffer(string: await content.beginning(of: session)))
      var isEmpty = true
      for await step in session.steps() {
        isEmpty = false
        try await writer.write(ByteBuffer(string: await content.text(of: step)))
      }
      try await writer.write(ByteBuffer(string: await content.end(of: isEmpty ? nil : session)))
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: [.contentType: "text/html; charset=utf-8"], body: body)
  }

  /// Performs a form of the settings, and shows its result.
  private func change(_ name: String, _ request: Request) async throws -> Response {
    let form = try await form(request)
    guard let settings = await content.forms, let outcome = await settings.receive(name, form) else {
      throw HTTPError(.notFound, message: "There are no such settings here.")
    }
    switch outcome {
    case .done(let what): return PageResponse.seeOther("/settings?done=\(what)")
    case .recording: return PageResponse.seeOther("/recording")
    case .found(let words): return PageResponse.html(try await content.settings(words: words))
    case .failed(let reason):
      let page = try await content.settings(message: .init(text: reason, isFailure: true))
      return PageResponse.html(page, status: .unprocessableContent)
    }
  }

  /// Returns what distinguishes a browser: its session, or nothing for clients without cookies.
  private static func browser(of request: Request) -> String { "page \(request.sessionCookie ?? "")" }

  private func answer(_ request: Request) async throws -> Response {
    let form = try await form(request)
    guard let requests = hub.requests else { throw HTTPError(.notFound, message: "Typed requests are not available.") }
    return try await answer(await requests.receive(form, from: Self.browser(of: request)), at: "/#answer")
  }

  /// Leads back to a place of the page, or shows why a form was refused.
  private func answer(_ refusal: String?, at place: String) async throws -> Response {
    guard let refusal else { return PageResponse.seeOther(place) }
    return PageResponse.html(try await content.page(isKiosk: false, refusal: refusal), status: .unprocessableContent)
  }

  private func form(_ request: Request) async throws -> [String: String] {
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: Self.maxFormBytes)
    } catch is NIOTooManyBytesError {
      throw HTTPError(.contentTooLarge, message: "The form is too large.")
    } catch let error as CancellationError {
      throw error
    } catch {
      // Invalid chunks or a truncated body are the fault of the browser or the network.
      throw HTTPError(.badRequest, message: "The form's body cannot be read.")
    }
    do {
      return try URLEncodedFormDecoder().decode([String: String].self, from: String(buffer: body))
    } catch {
      throw HTTPError(.badRequest, message: "The form cannot be read.")
    }
  }

  /// Renders the page with the result of a form.
  private func answer(_ outcome: PageShortcuts.Outcome) async throws -> Response {
    switch outcome {
    case .done(let what):
      hub.shortcutsChanged()
      return PageResponse.seeOther("/?done=\(what)#shortcuts")
    case .failed(let reason):
      let page = try await content.page(isKiosk: false, message: .init(text: reason, isFailure: true))
      return PageResponse.html(page, status: .unprocessableContent)
    }
  }

  private func token(_ request: Request) async throws -> Response {
    guard address.token.matches(try await form(request)["token"] ?? "") else {
      return PageResponse.html(await content.tokenPage(isWrong: true), status: .unauthorized)
    }
    var response = PageResponse.seeOther("/")
    response.headers[.setCookie] = sessions.begin(keeping: request.sessionCookie)
    return response
  }

  // MARK: Server-sent events

  private func events(isKiosk: Bool) throws -> Response {
    guard hub.viewerCount < PageHub.maxViewers else {
      throw HTTPError(.serviceUnavailable, message: "The page already has the maximum of \(PageHub.maxViewers) viewers.")
    }
    let body = ResponseBody { writer in
      if let viewer = hub.join(isKiosk: isKiosk) {
        let signs = Task {
          while (try? await Task.sleep(for: Self.signInterval)) != nil { viewer.mark(.sign) }
        }
        defer {
          signs.cancel()
          hub.leave(viewer)
        }
        // A browser that lost the connection reconnects after a second, and receives everything.
        try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
        while let topics = await viewer.changes() {
          try await writer.write(ByteBuffer(string: try await messages(topics, isKiosk: isKiosk)))
        }
      }
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: [.contentType: "text/event-stream; charset=utf-8"], body: body)
  }

  private func messages(_ topics: Set<PageTopic>, isKiosk: Bool) async throws -> String {
    var messages = ""
    for topic in PageTopic.allCases where topics.contains(topic) {
      guard topic != .sign else {
        messages += ": here\n\n"
        continue
      }
      messages += ServerSentEvent(topic.rawValue, data: try await content.part(topic, isKiosk: isKiosk)).text
    }
    return messages
  }
}
