import Foundation
import Vocative

/// The address of the page, and its access control.
public struct PageAddress: Equatable, Sendable, CustomStringConvertible {
  /// The default port.
  public static let defaultPort = 8730

  /// The address to listen on.
  public let host: String
  /// The port; 0 selects a free port.
  public let port: Int
  /// The token that a viewer needs, also on this computer.
  public let token: PageToken
  /// The file of the sessions that have presented the token; nil if sessions end with the program.
  public var sessionsFile: String?
  /// The limits for browsers.
  public var limits = PageLimits()
  /// The host name of the computer, with or without its domain.
  package var computer = ProcessInfo.processInfo.hostName

  /// The default file of the sessions: `page-sessions.json` in the state folder.
  public static var defaultSessionsFile: String { StateFolder.path + "/page-sessions.json" }

  /// Creates an address.
  public init(host: String = "127.0.0.1", port: Int = defaultPort, token: PageToken, sessionsFile: String? = nil) {
    self.host = host == "localhost" ? "127.0.0.1" : host
    self.port = port
    self.token = token
    self.sessionsFile = sessionsFile
  }

  /// The address as a URL.
  public var description: String { url(port: port) }

  /// Returns a link with which a browser opens the page without asking for the token.
  ///
  /// Like the token, it is a secret.
  ///
  /// - Parameter url: The URL of the page, as reported when it can be opened.
  public func link(to url: String) -> String { "\(url)?\(PageGuard.tokenParameter)=\(token.encoded)" }

  func url(port: Int) -> String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/" }

  /// Returns whether a request may use this host name: another site could point its own name at this server.
  func isOwn(_ name: HostName) -> Bool {
    let configured = HostName(host)
    if configured?.isLoopback == true { return name.isLoopback }
    let own = computer.lowercased()
    // The network knows a computer without its domain too.
    let names = [own, String(own.prefix { $0 != "." })].flatMap { [$0, $0 + ".local"] }
    return name.isLoopback || name.isNumeric || name == configured || names.contains(name.text)
  }
}

extension PageToken {
  /// The token as a query parameter.
  fileprivate var encoded: String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}

/// The host of a URL, without its port, in lower case.
struct HostName: Equatable {
  let text: String

  /// The host of `localhost:8730` or `[::1]:8730`; nil if it is invalid.
  init?(_ authority: String) {
    let lowered = authority.lowercased()
    if lowered.hasPrefix("[") {
      guard let end = lowered.firstIndex(of: "]") else { return nil }
      text = String(lowered[lowered.index(after: lowered.startIndex)..<end])
    } else if lowered.count(where: { $0 == ":" }) > 1 {
      text = lowered
    } else {
      text = String(lowered.prefix { $0 != ":" })
    }
    guard !text.isEmpty else { return nil }
  }

  private var isV4: Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Whether it is an IP address and not a name.
  var isNumeric: Bool { isV4 || text.contains(":") }

  /// Whether it certainly refers to this computer.
  var isLoopback: Bool { text == "localhost" || text == "::1" || isV4 && text.hasPrefix("127.") }
}
