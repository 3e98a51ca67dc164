import Foundation

/// The name of the room that a box stands in: the site of Hermes, and a part of topics.
public struct RoomName: Hashable, Sendable, CustomStringConvertible {
  /// Characters that a name may have.
  public static let mostCharacters = 64

  /// The name as it is written.
  public let description: String

  /// A name; nil when it could not be a level of a topic.
  public init?(_ text: String) {
    guard (1...Self.mostCharacters).contains(text.count), text.first != "$", text == text.trimmingCharacters(in: .whitespaces),
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F && !"/+#".unicodeScalars.contains($0) })
    else { return nil }
    description = text
  }

  /// Reads names with commas between them; nil if one of them is none.
  public static func list(_ text: String) -> [RoomName]? {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map {
      RoomName($0.trimmingCharacters(in: .whitespaces))
    }
    let known = names.compactMap(\.self)
    return known.count == names.count ? known : nil
  }

  /// What this computer is called, for a box that nobody has given a room.
  public static var host: RoomName {
    let name = ProcessInfo.processInfo.hostName.split(separator: ".").first.map(String.init) ?? ""
    return RoomName(name) ?? fallback
  }

  private static var fallback: RoomName { RoomName(checked: "default") }

  private init(checked text: String) { description = text }

  /// The name with nothing but small letters, digits and low lines, for identifiers.
  var identifier: String {
    String(description.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}
