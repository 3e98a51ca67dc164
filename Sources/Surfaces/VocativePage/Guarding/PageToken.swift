import Foundation
public import Vocative

/// A secret that people who open a page from another computer must know.
public struct PageToken: Equatable, Sendable {
  /// Characters a token must have at least.
  public static let fewestCharacters = 16

  private let text: String

  /// A token; nil when it is short enough to be guessed, or could not be typed into a form.
  public init?(_ text: String) {
    guard text.count >= Self.fewestCharacters, text.allSatisfy({ $0.isASCII && $0 > " " && $0 != "\"" && $0 != ";" }) else {
      return nil
    }
    self.text = text
  }

  /// The token that is the first line of a file.
  ///
  /// - Throws: `PageTokenError` when the file cannot be read, others may read it, or there is no good token in it.
  public init(file path: String) throws(PageTokenError) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let contents = FileManager.default.contents(atPath: path)
    else { throw PageTokenError(path: path, reason: "it cannot be read; write a token into it") }
    let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    guard mode & 0o077 == 0 else {
      throw PageTokenError(path: path, reason: "others may read it; type: chmod 600 \(path)")
    }
    let line = String(decoding: contents, as: UTF8.self).split(whereSeparator: \.isNewline).first
    guard let token = PageToken(line.map { $0.trimmingCharacters(in: .whitespaces) } ?? "") else {
      throw PageTokenError(
        path: path,
        reason:
          "its first line is no token of at least \(Self.fewestCharacters) letters and digits; make one with: openssl rand -hex 16"
      )
    }
    self = token
  }

  /// Whether a text is the token, in a time that says nothing about where they differ.
  func matches(_ text: String) -> Bool {
    let (own, other) = (Array(self.text.utf8), Array(text.utf8))
    var difference = own.count ^ other.count
    for index in own.indices { difference |= Int(own[index]) ^ Int(index < other.count ? other[index] : 0) }
    return difference == 0
  }

  /// The cookie that a browser shows it by.
  var cookie: String { "\(Self.cookieName)=\(text); HttpOnly; SameSite=Strict; Path=/" }

  static let cookieName = "vocative_token"
}

/// A file with a token that cannot be used.
public struct PageTokenError: ExitStatusProviding, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// What is wrong with it and what to do.
  public let reason: String

  /// The configuration is wrong.
  public var exitStatus: ExitStatus { .configuration }

  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }
}
