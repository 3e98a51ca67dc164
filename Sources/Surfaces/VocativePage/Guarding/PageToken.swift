import Foundation
import LimitedFile
public import Vocative

/// A secret that people who open a page must know, on this computer too: it may have other accounts.
public struct PageToken: Equatable, Sendable {
  /// Characters a token must have at least.
  public static let fewestCharacters = 16

  /// The file with the token that is made at the first start: `page-token` in the state folder.
  public static var defaultFile: String { StateFolder.path + "/page-token" }

  /// The token as it is written.
  let text: String

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
    let file = SecretFile(path: path)
    let contents: Data
    do throws(SecretFile.Failure) {
      contents = try file.contents()
    } catch {
      let remedy = error == .unreadable ? "; write a token into it" : ""
      throw PageTokenError(path: path, reason: file.reason(error, kind: "token") + remedy)
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

  /// The token in a file, which is made with a new one if it does not exist.
  ///
  /// - Throws: `PageTokenError` if the file cannot be made or used.
  public init(making path: String) throws(PageTokenError) {
    do {
      try SecretFile(path: path).makeIfMissing(SecretFile.makeSecret() + "\n")
    } catch {
      throw PageTokenError(path: path, reason: "a token cannot be written there: \(error.localizedDescription)")
    }
    try self.init(file: path)
  }

  /// Whether a text is the token, in a time that says nothing about where they differ.
  func matches(_ text: String) -> Bool { Self.areSame(self.text, text) }

  /// Whether a secret is what somebody says, in a time that says nothing about where they differ.
  static func areSame(_ secret: String, _ text: String) -> Bool {
    let (own, other) = (Array(secret.utf8), Array(text.utf8))
    var difference = own.count ^ other.count
    for index in own.indices { difference |= Int(own[index]) ^ Int(index < other.count ? other[index] : 0) }
    return difference == 0
  }
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
