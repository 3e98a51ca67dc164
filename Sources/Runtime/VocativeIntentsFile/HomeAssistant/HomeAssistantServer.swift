import Foundation
import LimitedFile
import ProgramOutput

/// A Home Assistant in the network: its address, and a file with a long-lived access token.
///
/// The token is read for each use, so that it can be replaced at any time. It is never part of a description or a log.
public struct HomeAssistantServer: Equatable, Sendable {
  /// The address without a slash at its end, as in `http://192.168.1.5:8123`.
  public let address: String
  /// The path of the file with the token in its first line.
  public let tokenFile: String

  /// Creates a server whose token can be read.
  ///
  /// - Throws: `HomeAssistantServerError` if the address is invalid, or if the token cannot be read.
  public init(uri: String, tokenFile: String) throws(HomeAssistantServerError) {
    address = try Self.address(of: uri)
    self.tokenFile = tokenFile
    _ = try token()
  }

  /// Returns the server of two settings; nil if neither is set.
  ///
  /// - Throws: `HomeAssistantServerError` if one is missing, or one is invalid.
  public static func configured(
    uri: String?, tokenFile: String?
  ) throws(HomeAssistantServerError) -> HomeAssistantServer? {
    switch (uri, tokenFile) {
    case (nil, nil): return nil
    case (let uri?, let file?): return try HomeAssistantServer(uri: uri, tokenFile: file)
    case (_?, nil): throw HomeAssistantServerError(reason: "set \"home-assistant-token-file\" to a file with an access token")
    case (nil, _?): throw HomeAssistantServerError(reason: "set \"home-assistant-uri\" to its address")
    }
  }

  /// Returns a valid address without the slash at its end.
  ///
  /// - Throws: `HomeAssistantServerError` if it is not the address of a web server.
  public static func address(of uri: String) throws(HomeAssistantServerError) -> String {
    let address = uri.hasSuffix("/") ? String(uri.dropLast()) : uri
    guard
      address.wholeMatch(of: #/https?:\/\/(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.\-_]+)(:[0-9]{1,5})?(\/[A-Za-z0-9._~\-\/]*)?/#) != nil,
      let url = URL(string: address), url.host?.isEmpty == false, (1...65_535).contains(url.port ?? 80)
    else {
      throw HomeAssistantServerError(
        reason:
          "\"\(AddressText.withoutPassword(uri))\" is not an address such as http://homeassistant.local:8123 without a user name "
          + "and a password")
    }
    return address
  }

  /// Returns the token.
  ///
  /// - Throws: `HomeAssistantServerError` if the file cannot be read, or if others may read it.
  package func token() throws(HomeAssistantServerError) -> String {
    let file = SecretFile(path: tokenFile)
    let bytes: Data
    do throws(SecretFile.Failure) {
      bytes = try file.contents()
    } catch {
      throw HomeAssistantServerError(reason: "\(tokenFile): \(file.reason(error, kind: "token"))")
    }
    let line = String(validating: bytes, as: UTF8.self)?.split(whereSeparator: \.isNewline).first
    let token = line?.trimmingCharacters(in: .whitespaces) ?? ""
    guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw HomeAssistantServerError(reason: "\(tokenFile): its first line is not a token")
    }
    return token
  }
}

/// The reason why Home Assistant cannot be used.
public struct HomeAssistantServerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The cause and the remedy.
  public let reason: String

  /// Creates an error.
  package init(reason: String) { self.reason = reason }

  /// The cause and the remedy.
  public var description: String { "Home Assistant cannot be used: \(reason)" }
}
