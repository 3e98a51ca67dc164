import Foundation
import NIOHTTP1
import Testing
import Vocative
import VocativePage
import VocativeTestSupport

@Suite("Who may see the page and change something")
struct PageGuardTests {
  private static let token = "0123456789abcdef"

  @Test("Nothing comes from elsewhere, and no other page may show this one", arguments: ["/", "/kiosk", "/page.css", "/missing"])
  func headers(path: String) async throws {
    let answer = try await RunningPage().get(path)
    let policy = try #require(answer.headers.first(name: "Content-Security-Policy"))
    #expect(policy.contains("default-src 'none'"))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe"))
    #expect(answer.headers.first(name: "X-Content-Type-Options") == "nosniff")
    #expect(answer.status == (path == "/missing" ? 404 : 200))
  }

  @Test("The page refers to nothing outside of itself", arguments: ["/", "/kiosk", "/page.css", "/page.js"])
  func noOutsideAsset(path: String) async throws {
    let text = try await RunningPage().get(path).text
    #expect(!text.contains("//fonts") && !text.contains("https:") && !text.contains("http:") && !text.contains("@import"))
  }

  @Test(
    "A name that is not this computer's leads nowhere",
    arguments: [
      ("evil.example", 421), ("127.0.0.1.evil.example:80", 421), ("localhost", 200), ("[::1]:9000", 200), ("127.0.0.2:1", 200),
    ])
  func host(name: String, status: UInt) async throws {
    #expect(try await RunningPage().get("/", headers: [("Host", name)]).status == status)
  }

  @Test("Only the page's own forms change something")
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

  @Test("A form that another page could send without asking is refused")
  func contentType() async throws {
    let page = try await RunningPage()
    let answer = try await page.post(
      "/shortcuts", ["phrase": "x"], headers: [("Origin", page.url), ("Content-Type", "text/plain")])
    #expect(answer.status == 415)
  }

  @Test("Nothing is changed by reading, whatever the address")
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
    #expect(try await page.send(WebRequest(method: method, path: "/")).status == 405)
  }

  @Test("A form larger than any that is meant is refused")
  func large() async throws {
    let page = try await RunningPage()
    let answer = try await page.post("/shortcuts", ["phrase": String(repeating: "a", count: 20_000)])
    #expect((400..<500).contains(answer.status))
  }

  // MARK: Tokens

  @Test("Other computers are only let in with a token", arguments: ["0.0.0.0", "192.168.1.5", "::"])
  func otherComputers(host: String) throws {
    #expect(throws: PageAddressError.needsToken(host: host)) { try PageAddress(host: host) }
    let token = try #require(PageToken(Self.token))
    #expect(try PageAddress(host: host, token: token).host == host)
  }

  @Test("With a token nothing is shown to who does not know it", arguments: ["/", "/kiosk", "/events", "/page.js"])
  func unknown(path: String) async throws {
    let page = try await RunningPage(token: Self.token)
    #expect(try await page.get(path).status == 401)
    #expect(try await page.get(path, headers: [("Cookie", "vocative_token=0123456789abcdee")]).status == 401)
    #expect(try await page.get(path, headers: [("Authorization", "Bearer 0123456789abcde")]).status == 401)
  }

  @Test("A body that cannot be read is the sender's fault", arguments: ["XYZ\r\nphrase=a\r\n0\r\n\r\n", "-5\r\nabc"])
  func chunks(body: String) async throws {
    let page = try await RunningPage()
    let head = """
      POST /shortcuts HTTP/1.1\r\nHost: \(page.authority)\r\nOrigin: \(page.url)\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\
      Content-Type: application/x-www-form-urlencoded\r\n\r\n
      """
    let answer = try await RawClient.exchange(head + body, withPort: page.port)
    #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
  }

  @Test("Who types the token is let in, by a cookie that no other site can use")
  func cookie() async throws {
    let page = try await RunningPage(token: Self.token)
    #expect(try await page.post("/token", ["token": "wrong"]).status == 401)
    let answer = try await page.post("/token", ["token": Self.token])
    #expect(answer.status == 303)
    let cookie = try #require(answer.headers.first(name: "Set-Cookie"))
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
    let shown = String(cookie.prefix { $0 != ";" })
    #expect(try await page.get("/", headers: [("Cookie", shown)]).status == 200)
    #expect(try await page.get("/", headers: [("Authorization", "Bearer \(Self.token)")]).status == 200)
  }

  @Test("A token's file has to be its owner's alone, with a token that cannot be guessed")
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
