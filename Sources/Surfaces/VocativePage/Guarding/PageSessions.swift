import Foundation
import LimitedFile
import Synchronization

/// The browsers that have shown the token, each by a random identifier in its cookie, which says nothing about the token.
///
/// The identifiers are kept in a file that only its owner may read, so that a page that is open comes back after a restart. With another
/// token all of them are void.
final class PageSessions: Sendable {
  private struct Contents: Codable {
    let token: String
    var sessions: [String]
  }

  /// The most browsers that are known; the oldest has to show the token again.
  static let maxSessions = 64
  static let cookieName = "vocative_session"
  private static let largestSize = 16 << 10

  private let token: PageToken
  private let file: SecretFile?
  private let sessions: Mutex<[String]>

  /// - Parameter path: The file that keeps them; nil to forget them at the end.
  init(token: PageToken, path: String?) {
    self.token = token
    file = path.map { SecretFile(path: $0, limit: Self.largestSize) }
    sessions = Mutex([])
    sessions.withLock { $0 = stored() }
  }

  /// Whether a cookie has the identifier of a browser that has shown the token.
  func isKnown(_ cookie: String) -> Bool {
    func isKnown(among sessions: [String]) -> Bool {
      sessions.reduce(false) { $0 || PageToken.areSame($1, cookie) }
    }
    if sessions.withLock({ isKnown(among: $0) }) { return true }
    // Another page of the same owner may have let the browser in: cookies belong to a host, whatever the port.
    let stored = stored()
    return isKnown(among: stored)
      && sessions.withLock {
        $0 = stored; return true
      }
  }

  /// Lets a browser in.
  ///
  /// - Returns: The cookie that it shows from now on.
  func begin() -> String {
    let session = SecretFile.makeSecret()
    let all = sessions.withLock { sessions in
      for other in stored() where !sessions.contains(other) { sessions.append(other) }
      sessions.append(session)
      sessions.removeFirst(max(sessions.count - Self.maxSessions, 0))
      return sessions
    }
    if let file, let data = try? JSONEncoder().encode(Contents(token: token.text, sessions: all)) {
      // Where it cannot be written the browser is known until the end.
      try? file.write(String(decoding: data, as: UTF8.self) + "\n")
    }
    // A year: a kiosk is not asked again after every restart of its browser.
    return "\(Self.cookieName)=\(session); HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000"
  }

  private func stored() -> [String] {
    guard let data = try? file?.contents(), let contents = try? JSONDecoder().decode(Contents.self, from: data),
      token.matches(contents.token)
    else { return [] }
    return Array(contents.sessions.suffix(Self.maxSessions))
  }
}
