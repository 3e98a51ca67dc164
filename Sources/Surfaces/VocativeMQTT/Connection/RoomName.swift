import Foundation

/// The name of a room: the site of Hermes, and a level of topics.
public struct RoomName: Hashable, Sendable, CustomStringConvertible {
  /// The maximum number of characters.
  public static let maxCharacters = 64

  /// The name as written.
  public let description: String

  /// Creates a name, or returns nil if it can't be a level of a topic.
  public init?(_ text: String) {
    guard (1...Self.maxCharacters).contains(text.count), text.first != "$", text == text.trimmingCharacters(in: .whitespaces),
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F && !"/+#".unicodeScalars.contains($0) })
    else { return nil }
    description = text
  }

  /// Parses names separated by commas; returns nil if one of them is invalid.
  public static func list(_ text: String) -> [RoomName]? {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map {
      RoomName($0.trimmingCharacters(in: .whitespaces))
    }
    let known = names.compactMap(\.self)
    return known.count == names.count ? known : nil
  }

  /// The host name, the default for a box without a room setting.
  public static var host: RoomName {
    let name = ProcessInfo.processInfo.hostName.split(separator: ".").first.map(String.init) ?? ""
    return RoomName(name) ?? fallback
  }

  private static var fallback: RoomName { RoomName(checked: "default") }

  private init(checked text: String) { description = text }

  /// The name in lower case with only letters, digits and underscores, for identifiers.
  ///
  /// Home Assistant knows its entities by it, so it must not change. `RoomArbiter` warns if two rooms have the same one.
  var identifier: String {
    String(description.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}
