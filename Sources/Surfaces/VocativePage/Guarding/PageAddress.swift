import Foundation
import Vocative

/// Where a page is served, and who may see it.
public struct PageAddress: Equatable, Sendable, CustomStringConvertible {
  /// The port when nothing else is said.
  public static let usualPort = 8730

  /// The address that is listened on.
  public let host: String
  /// The port; 0 for any that is free.
  public let port: Int
  /// What whoever looks at it has to know, on this computer too.
  public let token: PageToken
  /// The file that keeps which browsers have shown the token; nil to have them show it again after a restart.
  public var sessionsFile: String?
  /// What its browsers may use up.
  public var limits = PageLimits()

  /// The file that keeps which browsers have shown the token, if nothing else is said: `page-sessions.json` in the state folder.
  public static var defaultSessionsFile: String { StateFolder.path + "/page-sessions.json" }

  /// An address.
  public init(host: String = "127.0.0.1", port: Int = usualPort, token: PageToken, sessionsFile: String? = nil) {
    self.host = host == "localhost" ? "127.0.0.1" : host
    self.port = port
    self.token = token
    self.sessionsFile = sessionsFile
  }

  /// The address as a browser takes it.
  public var description: String { url(port: port) }

  /// The address of a page that a browser opens without asking for the token; it is a secret as the token is.
  ///
  /// - Parameter url: Where the page is, as it is told when it can be opened.
  public func link(to url: String) -> String { "\(url)?\(PageGuard.tokenParameter)=\(token.encoded)" }

  func url(port: Int) -> String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/" }

  /// Whether a request may name this host: a page of another site could have its own name lead here.
  func isOwn(_ name: HostName) -> Bool {
    if HostName(host)?.isLoopback == true { return name.isLoopback }
    let own = ProcessInfo.processInfo.hostName.lowercased()
    return name.isLoopback || name.isNumeric || [own, own + ".local"].contains(name.text)
  }
}

extension PageToken {
  /// The token as a part of an address.
  fileprivate var encoded: String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}

/// The host of a URL, without its port, in lower case.
struct HostName: Equatable {
  let text: String

  /// The host of `localhost:8730` or `[::1]:8730`; nil for what is none.
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

  /// Whether it is an address and no name.
  var isNumeric: Bool { isV4 || text.contains(":") }

  /// Whether it is this computer for sure.
  var isLoopback: Bool { text == "localhost" || text == "::1" || isV4 && text.hasPrefix("127.") }
}
