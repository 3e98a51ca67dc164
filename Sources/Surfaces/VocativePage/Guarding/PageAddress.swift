import Foundation
public import Vocative

/// Where a page is served, and who may see it.
public struct PageAddress: Equatable, Sendable, CustomStringConvertible {
  /// The port when nothing else is said.
  public static let usualPort = 8730

  /// The address that is listened on: this computer alone, unless there is a token.
  public let host: String
  /// The port; 0 for any that is free.
  public let port: Int
  /// What whoever looks at it has to know; nil for nothing, on this computer alone.
  public let token: PageToken?

  /// An address.
  ///
  /// - Throws: `PageAddressError` when other computers could reach it and there is no token.
  public init(host: String = "127.0.0.1", port: Int = usualPort, token: PageToken? = nil) throws(PageAddressError) {
    let host = host == "localhost" ? "127.0.0.1" : host
    guard token != nil || HostName(host)?.isLoopback == true else { throw .needsToken(host: host) }
    self.host = host
    self.port = port
    self.token = token
  }

  /// The address as a browser takes it.
  public var description: String { url(port: port) }

  func url(port: Int) -> String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/" }

  /// Whether a request may name this host: a page of another site could have its own name lead here.
  func isOwn(_ name: HostName) -> Bool {
    if HostName(host)?.isLoopback == true { return name.isLoopback }
    let own = ProcessInfo.processInfo.hostName.lowercased()
    return name.isLoopback || name.isNumeric || [own, own + ".local"].contains(name.text)
  }
}

/// An address on which a page is not served.
public enum PageAddressError: ExitStatusProviding, Equatable, Sendable, CustomStringConvertible {
  /// Other computers could reach it, and it asks them for nothing.
  case needsToken(host: String)

  /// The configuration is wrong.
  public var exitStatus: ExitStatus { .configuration }

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .needsToken(let host):
      "other computers could open the page at \(host); name a file with a token that they must know, or leave it at 127.0.0.1"
    }
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
