import Foundation
import NIOHTTP1
import Testing
import Vocative
import VocativePage
import VocativeTestSupport

@Suite("Access control of the page", .tags(.long))
struct PageGuardTests {
  private static let token = RunningPage.token

  @Test("Other origins can neither supply content nor embed the page", arguments: ["/", "/kiosk", "/page.css", "/missing"])
  func headers(path: String) async throws {
    let answer = try await RunningPage().get(path)
    let policy = try #require(answer.headers.first(name: "Content-Security-Policy"))
    #expect(policy.contains("default-src 'none'"))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe"))
    #expect(answer.headers.first(name: "X-Content-Type-Options") == "nosniff")
    #expect(answer.status == (path == "/missing" ? 404 : 200))
  }

  @Test("The page refers to no external resources", arguments: ["/", "/kiosk", "/page.css", "/page.js"])
  func noOutsideAsset(path: String) async throws {
    let text = try await RunningPage().get(path).text
    #expect(!text.contains("//fonts") && !text.contains("https:") && !text.contains("http:") && !text.contains("@import"))
  }

  @Test(
    "A request with the host name of another computer is refused",
    arguments: [
      ("evil.example", 421), ("127.0.0.1.evil.example:80", 421), ("localhost", 200), ("[::1]:9000", 200), ("127.0.0.2:1", 200),
    ])
  func host(name: String, status: UInt) async throws {
    let answer = try await RunningPage().get("/", headers: [("Host", name)])
    #expect(answer.status == status)
    #expect(answer.text.contains("set page-host") == (status == 421))
  }

  @Test("A page that is served at a name is opened with this name")
  func named() async throws {
    // The C library reads 127.1 as 127.0.0.1; a browser would read any other name in the same way.
    let page = try await RunningPage(host: "127.1")
    #expect(page.authority == "127.1:\(page.port)")
    #expect(try await page.get("/", headers: [("Host", page.authority)]).status == 200)
    #expect(try await page.get("/", headers: [("Host", "evil.example")]).status == 421)
  }

  @Test("The page is opened by the name of the computer, with and without its domain", arguments: ["box", "Box.home.example"])
  func computer(name: String) async throws {
    let page = try await RunningPage(host: "127.1", computer: name)
    for own in [name, "box", "BOX.local:\(page.port)"] {
      #expect(try await page.get("/", headers: [("Host", own)]).status == 200, "\(own)")
    }
    for other in ["home.example", "box.example", "local", "box.local.example"] {
      #expect(try await page.get("/", headers: [("Host", other)]).status == 421, "\(other)")
    }
  }

  @Test("Only the page's own forms can make changes")
  func origin() async throws {
    let page = try await RunningPage()
    let form = ["phrase": "how rich am i", "requests": "safe to spend"]
    for headers in [[], [("Origin", "http://evil.example")], [("Origin", "null")], [("Sec-Fetch-Site", "cross-site")]] {
      #expect(try await page.post("/shortcuts", form, headers: headers).status == 403)
    }
    #expect(try await page.runtime.shortcuts.all().isEmpty)
    #expect(try await page.post("/shortcuts", form, headers: [("Sec-Fetch-Site", "same-origin")]).status == 303)
    #expect(try await page.runtime.shortcuts.all().count == 1)
  }

  @Test("A form that another site could send without a preflight request is refused")
  func contentType() async throws {
    let page = try await RunningPage()
    let answer = try await page.post(
      "/shortcuts", ["phrase": "x"], headers: [("Origin", page.url), ("Content-Type", "text/plain")])
    #expect(answer.status == 415)
  }

  @Test("A GET request changes nothing")
  func reading() async throws {
    let page = try await RunningPage()
    _ = try await page.post("/shortcuts", ["phrase": "how rich am i", "requests": "safe to spend"])
    let shortcut = try #require(try await page.runtime.shortcuts.all().first)
    for path in ["/shortcuts/\(shortcut.id)/delete", "/shortcuts/\(shortcut.id)?phrase=other", "/shortcuts?phrase=a&requests=b"] {
      #expect([404, 405].contains(try await page.get(path).status))
    }
    #expect(try await page.runtime.shortcuts.all() == [shortcut])
  }

  @Test("Other methods are refused", arguments: [HTTPMethod.PUT, .DELETE, .OPTIONS])
  func methods(_ method: HTTPMethod) async throws {
    let page = try await RunningPage()
    #expect(try await page.send(WebRequest(method: method, path: "/"), headers: [RunningPage.pass]).status == 405)
  }

  @Test("A HEAD request is answered as a GET request, but without a body", arguments: ["/", "/events", "/missing"])
  func head(path: String) async throws {
    let page = try await RunningPage()
    let rest = " HTTP/1.1\r\nHost: \(page.authority)\r\n\(RunningPage.pass.0): \(RunningPage.pass.1)\r\n"
    let requests = "HEAD \(path)\(rest)\r\nGET /nothing\(rest)Connection: close\r\n\r\n"
    let answers = try await RawClient.exchange(requests, withPort: page.port)
    #expect(answers.hasPrefix("HTTP/1.1 \(path == "/missing" ? 404 : 200) "), "\(answers)")
    let end = try #require(answers.firstRange(of: "\r\n\r\n")).upperBound
    #expect(answers[end...].hasPrefix("HTTP/1.1 404 "), "\(answers)")
    #expect(page.hub.viewerCount == 0)
    #expect(try await page.send(WebRequest(method: .HEAD, path: "/"), headers: []).status == 401)
  }

  @Test("A form that is too large is refused")
  func large() async throws {
    let page = try await RunningPage()
    let answer = try await page.post("/shortcuts", ["phrase": String(repeating: "a", count: 20_000)])
    #expect((400..<500).contains(answer.status))
  }

  // MARK: Tokens

  @Test(
    "The page shows nothing without the token, even on this computer", arguments: ["/", "/kiosk", "/events", "/page.js"])
  func unknown(path: String) async throws {
    let page = try await RunningPage()
    #expect(try await page.get(path, isStranger: true).status == 401)
    #expect(try await page.get(path + "?token=0123456789abcdee", isStranger: true).status == 401)
    for cookie in ["vocative_session=0123456789abcdef", "vocative_token=0123456789abcdef", "vocative_session="] {
      #expect(try await page.get(path, headers: [("Cookie", cookie)], isStranger: true).status == 401)
    }
    let headers = [("Authorization", "Bearer 0123456789abcde")]
    #expect(try await page.get(path, headers: headers, isStranger: true).status == 401)
    #expect(try await page.post("/shortcuts", ["phrase": "a", "requests": "safe to spend"], isStranger: true).status == 401)
    #expect(try await page.runtime.shortcuts.all().isEmpty)
  }

  @Test("An unreadable body is reported as a bad request", arguments: ["XYZ\r\nphrase=a\r\n0\r\n\r\n", "-5\r\nabc"])
  func chunks(body: String) async throws {
    let page = try await RunningPage()
    let head = """
      POST /shortcuts HTTP/1.1\r\nHost: \(page.authority)\r\nOrigin: \(page.url)\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\
      \(RunningPage.pass.0): \(RunningPage.pass.1)\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n
      """
    let answer = try await RawClient.exchange(head + body, withPort: page.port)
    #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
  }

  /// Returns the cookie of an answer, as a browser sends it.
  private func cookie(of answer: RunningPage.Answer) throws -> String {
    let cookie = try #require(answer.headers.first(name: "Set-Cookie"))
    // A link of another site leads to the page, but a form of another site is sent without the cookie.
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
    return String(cookie.prefix { $0 != ";" })
  }

  @Test("The token admits a browser with a cookie that other sites cannot use and that does not reveal the token")
  func cookie() async throws {
    let page = try await RunningPage()
    #expect(try await page.post("/token", ["token": "wrong"], isStranger: true).status == 401)
    let answer = try await page.post("/token", ["token": Self.token], isStranger: true)
    #expect(answer.status == 303)
    let cookie = try cookie(of: answer)
    #expect(!cookie.contains(Self.token))
    #expect(try await page.get("/", headers: [("Cookie", cookie)], isStranger: true).status == 200)
    #expect(try await self.cookie(of: page.post("/token", ["token": Self.token], isStranger: true)) != cookie)
  }

  @Test("A link with the token admits a browser and redirects to the page without the token", arguments: ["/", "/kiosk"])
  func link(path: String) async throws {
    let page = try await RunningPage()
    let answer = try await page.get("\(path)?token=\(Self.token)", isStranger: true)
    #expect(answer.status == 303)
    #expect(answer.headers.first(name: "Location") == path)
    #expect(try await page.get(path, headers: [("Cookie", cookie(of: answer))], isStranger: true).status == 200)
    let token = try #require(PageToken("0123456789/+&=?#%"))
    let link = PageAddress(token: token).link(to: "http://127.0.0.1:8730/")
    #expect(link == "http://127.0.0.1:8730/?token=0123456789%2F%2B%26%3D%3F%23%25")
  }

  @Test("A browser that presents the token again and again keeps its session, and so do the others")
  func again() async throws {
    let page = try await RunningPage()
    let phone = try await cookie(of: page.get("/?token=\(Self.token)", isStranger: true))
    let kiosk = try await cookie(of: page.get("/kiosk?token=\(Self.token)", isStranger: true))
    for _ in 0..<64 {
      let answer = try await page.get("/kiosk?token=\(Self.token)", headers: [("Cookie", kiosk)], isStranger: true)
      #expect(try cookie(of: answer) == kiosk)
    }
    let headers = [("Cookie", kiosk), ("Origin", page.url)]
    let form = try await page.post("/token", ["token": Self.token], headers: headers, isStranger: true)
    #expect(try cookie(of: form) == kiosk)
    #expect(try await page.get("/", headers: [("Cookie", phone)], isStranger: true).status == 200)
  }

  @Test("A kiosk that is in use keeps its session, however many other browsers present the token after it")
  func kioskInUse() async throws {
    let page = try await RunningPage()
    let kiosk = try await cookie(of: page.get("/kiosk?token=\(Self.token)", isStranger: true))
    let unused = try await cookie(of: page.get("/?token=\(Self.token)", isStranger: true))
    for _ in 0..<64 {
      #expect(try await page.get("/kiosk", headers: [("Cookie", kiosk)], isStranger: true).status == 200)
      _ = try await page.get("/?token=\(Self.token)", isStranger: true)
    }
    #expect(try await page.get("/kiosk", headers: [("Cookie", kiosk)], isStranger: true).status == 200)
    #expect(try await page.get("/", headers: [("Cookie", unused)], isStranger: true).status == 401)
  }

  @Test("The cookie of a browser is renewed while a page is open", arguments: ["/", "/kiosk"])
  func renewed(path: String) async throws {
    let page = try await RunningPage()
    let cookie = try await cookie(of: page.get("/?token=\(Self.token)", isStranger: true))
    let answer = try await page.get(path, headers: [("Cookie", cookie)], isStranger: true)
    #expect(answer.headers.first(name: "Set-Cookie")?.hasPrefix(cookie + "; ") == true)
    #expect(answer.headers.first(name: "Set-Cookie")?.contains("Max-Age=31536000") == true)
    #expect(try await page.get(path).headers.first(name: "Set-Cookie") == nil)
  }

  @Test("A session survives a restart in a file that only the owner can read, and ends with the token")
  func restart() async throws {
    let folder = try TemporaryFolder()
    let first = try await RunningPage(folder: folder)
    let cookie = try await cookie(of: first.get("/?token=\(Self.token)", isStranger: true))
    await first.end()
    let second = try await RunningPage(folder: folder)
    #expect(try await second.get("/", headers: [("Cookie", cookie)], isStranger: true).status == 200)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/sessions.json")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    await second.end()
    // A new token ends all sessions.
    let path = folder.path + "/sessions.json"
    let other = try String(contentsOfFile: path, encoding: .utf8).replacing(Self.token, with: "another0another0")
    try folder.write(other, to: "sessions.json")
    chmod(path, 0o600)
    let third = try await RunningPage(folder: folder)
    #expect(try await third.get("/", headers: [("Cookie", cookie)], isStranger: true).status == 401)
  }

  @Test("The sessions of browsers that present the token at the same time survive a restart")
  func together() async throws {
    let folder = try TemporaryFolder()
    let first = try await RunningPage(folder: folder)
    let cookies = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<32 {
        group.addTask { try await cookie(of: first.get("/?token=\(Self.token)", isStranger: true)) }
      }
      return try await group.reduce(into: [String]()) { $0.append($1) }
    }
    await first.end()
    let second = try await RunningPage(folder: folder)
    for cookie in cookies {
      #expect(try await second.get("/", headers: [("Cookie", cookie)], isStranger: true).status == 200)
    }
  }

  @Test("A session that another page has stored is added to those of this page, and ends none of them")
  func otherPage() async throws {
    let folder = try TemporaryFolder()
    let page = try await RunningPage(folder: folder)
    let own = try await cookie(of: page.get("/?token=\(Self.token)", isStranger: true))
    let path = folder.path + "/sessions.json"
    let session = try #require(own.split(separator: "=").last)
    try folder.write(try String(contentsOfFile: path, encoding: .utf8).replacing(session, with: "another"), to: "sessions.json")
    chmod(path, 0o600)
    for cookie in ["vocative_session=another", own] {
      #expect(try await page.get("/", headers: [("Cookie", cookie)], isStranger: true).status == 200, "\(cookie)")
    }
  }

  @Test("A token is generated once, in a file that only the owner can read")
  func made() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/state/page-token"
    let token = try PageToken(making: path)
    #expect(try PageToken(making: path) == token)
    #expect(try PageToken(file: path) == token)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("A token that cannot be written ends with the program, which has the reason for its log")
  func unwritten() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "state") + "/page-token"
    let token = try PageToken(making: path)
    #expect(token.fault?.description == "\(path): a token can't be written to it: Not a directory")
    #expect(try PageToken(making: path) != token)
    #expect(try PageToken(making: folder.path + "/page-token").fault == nil)
  }

  @Test("Idle connections are limited in number and closed", .timeLimit(.minutes(5)))
  func silent() async throws {
    var limits = PageLimits()
    (limits.connections, limits.idleTime) = (4, .seconds(2))
    let page = try await RunningPage(limits: limits)
    let silent = try (0..<32).map { _ in try RawClient.connect(toPort: page.port) }
    defer { for descriptor in silent { close(descriptor) } }
    // The server accepts four connections at a time and closes them when they are idle, so that the last one is served after the others.
    #expect(try await page.get("/").status == 200)
    #expect(RawClient.isClosed(silent[0]))
    #expect(await RawClient.isHungUp(silent[31]))
  }

  @Test("A token file must be private and contain a token that can't be guessed")
  func file() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.token + "\n", to: "token")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    #expect(throws: PageTokenError.self) { try PageToken(file: path) }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(try PageToken(file: path) == PageToken(Self.token))
    #expect(throws: PageTokenError.self) { try PageToken(file: path + ".missing") }
    #expect(PageToken("short") == nil)
    #expect(PageToken("0123456789abcdef; Path=/x") == nil)
  }
}
