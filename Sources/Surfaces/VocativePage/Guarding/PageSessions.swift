import Foundation
import LimitedFile
import Synchronization

/// The sessions of browsers that have presented the token.
///
/// The cookie contains a random identifier, which reveals nothing about the token.
///
/// A file that only its owner can read stores the identifiers, so that an open page reconnects after a restart. A new token
/// invalidates all of them.
final class PageSessions: Sendable {
  private struct Contents: Codable {
    let token: String
    var sessions: [String]
  }

  /// The maximum number of sessions; the browser that has not opened a page for the longest time must present the token again.
  static let maxSessions = 64
  static let cookieName = "vocative_session"
  private static let maxBytes = 16 << 10

  private let token: PageToken
  private let file: SecretFile?
  private let sessions: Mutex<[String]>

  /// - Parameter path: The file that stores the sessions; nil to keep them in memory only.
  init(token: PageToken, path: String?) {
    self.token = token
    file = path.map { SecretFile(path: $0, limit: Self.maxBytes) }
    sessions = Mutex([])
    sessions.withLock { $0 = stored() }
  }

  /// Returns whether a cookie contains a valid session.
  func isKnown(_ cookie: String) -> Bool {
    func isKnown(among sessions: [String]) -> Bool {
      sessions.reduce(false) { $0 || PageToken.areSame($1, cookie) }
    }
    return sessions.withLock { sessions in
      if isKnown(among: sessions) { return true }
      // Another page of the same owner may have added the session: cookies apply to a host, regardless of the port.
      guard isKnown(among: stored()) else { return false }
      Self.add(cookie, to: &sessions)
      return true
    }
  }

  /// Starts a session for a browser that has presented the token, unless it has one.
  ///
  /// A kiosk presents the token at each start: a session for each would end those of other browsers.
  ///
  /// - Parameter cookie: The browser's cookie; nil for none.
  /// - Returns: The header that sets its cookie.
  func begin(keeping cookie: String?) -> String {
    if let cookie, let header = renew(cookie) { return header }
    let session = SecretFile.makeSecret()
    // The file is written under the lock: if two browsers present the token at once, it must contain both sessions.
    sessions.withLock { sessions in
      for other in stored() where !sessions.contains(other) { sessions.append(other) }
      Self.add(session, to: &sessions)
      if let file, let data = try? JSONEncoder().encode(Contents(token: token.text, sessions: sessions)) {
        // If the file can't be written, the session lasts until the program ends.
        try? file.write(String(decoding: data, as: UTF8.self) + "\n")
      }
    }
    return Self.header(session)
  }

  /// Continues the session of a browser that opens a page, and returns the header that sets its cookie; nil if it has none.
  func renew(_ cookie: String) -> String? {
    guard isKnown(cookie) else { return nil }
    sessions.withLock { sessions in
      guard let place = sessions.firstIndex(where: { PageToken.areSame($0, cookie) }) else { return }
      // The first sessions end when there are too many. The order is stored with the next session, which is the first to need it.
      sessions.append(sessions.remove(at: place))
    }
    return Self.header(cookie)
  }

  /// The header that sets the cookie of a session for one year.
  private static func header(_ session: String) -> String {
    // A kiosk must not ask again after every restart of its browser, and a link on another site must not lead to the question for the
    // token: with "Strict", the browser would not send the cookie. Forms of other sites are sent without it.
    "\(cookieName)=\(session); HttpOnly; SameSite=Lax; Path=/; Max-Age=31536000"
  }

  /// Adds a session; the first ones end if there are too many.
  private static func add(_ session: String, to sessions: inout [String]) {
    sessions.append(session)
    sessions.removeFirst(max(sessions.count - maxSessions, 0))
  }

  private func stored() -> [String] {
    guard let data = try? file?.contents(), let contents = try? JSONDecoder().decode(Contents.self, from: data),
      token.matches(contents.token)
    else { return [] }
    return Array(contents.sessions.suffix(Self.maxSessions))
  }
}
