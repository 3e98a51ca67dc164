import Foundation
import LimitedFile
import ProgramOutput
public import Vocative

/// The secret that a viewer of the page needs, also on this computer, which may have other accounts.
public struct PageToken: Equatable, Sendable {
  /// The minimum number of characters.
  public static let minCharacters = 16

  /// The file of the token that is generated at the first start: `page-token` in the state folder.
  public static var defaultFile: String { StateFolder.path + "/page-token" }

  /// The token's text.
  let text: String
  /// The reason why the token could not be written, and thus ends with the program; nil if it is in a file.
  package private(set) var fault: PageTokenError?

  /// Creates a token, or returns nil if it is short enough to guess or has characters that a form or URL can't carry.
  public init?(_ text: String) {
    guard text.count >= Self.minCharacters, text.allSatisfy({ $0.isASCII && $0 > " " && $0 != "\"" && $0 != ";" }) else {
      return nil
    }
    self.text = text
  }

  /// Reads a token from the first line of a file.
  ///
  /// - Throws: `PageTokenError` if the file can't be read, other users can read it, or the token is invalid.
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
          "its first line is not a token of at least \(Self.minCharacters) letters and digits; make one with: openssl rand -hex 16"
      )
    }
    self = token
  }

  /// Reads the token of a file, which is created with a new token if it does not exist.
  ///
  /// If the file can't be created, as on a full disk, the token ends with the program, which can do everything else.
  ///
  /// - Throws: `PageTokenError` if the file exists and can't be used.
  public init(making path: String) throws(PageTokenError) {
    let secret = SecretFile.makeSecret()
    do throws(POSIXError) {
      try SecretFile(path: path).makeIfMissing(secret + "\n")
    } catch {
      self.init(text: secret, unwrittenTo: path, error)
      return
    }
    try self.init(file: path)
  }

  private init(text: String, unwrittenTo path: String, _ error: POSIXError) {
    self.text = text
    fault = PageTokenError(path: path, reason: "a token can't be written to it: \(DiskFault.reason(error.code.rawValue))")
  }

  /// Compares a text with the token in constant time.
  func matches(_ text: String) -> Bool { Self.areSame(self.text, text) }

  /// Compares a text with a secret in constant time.
  static func areSame(_ secret: String, _ text: String) -> Bool {
    let (own, other) = (Array(secret.utf8), Array(text.utf8))
    var difference = own.count ^ other.count
    for index in own.indices { difference |= Int(own[index]) ^ Int(index < other.count ? other[index] : 0) }
    return difference == 0
  }
}

/// An error about a token file.
public struct PageTokenError: ExitStatusProviding, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// The problem and its remedy.
  public let reason: String

  /// The exit status is `configuration`.
  public var exitStatus: ExitStatus { .configuration }

  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }
}
