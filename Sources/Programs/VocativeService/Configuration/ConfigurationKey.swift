import Vocative
import VocativeMQTT
import VocativeWyoming

/// A setting of the daemon, as it is named on the command line, in the environment and in a file.
public struct ConfigurationKey: Sendable {
  /// What values a setting takes.
  public enum Kind: Equatable, Sendable {
    /// Any text, such as the name of a device.
    case text
    /// The path of a file or folder.
    case path
    /// Yes or no.
    case boolean
    /// One of some words.
    case choice([String])
    /// A host that is this computer, and a port.
    case address
    /// A port.
    case port
    /// A channel of so many.
    case channel
    /// The URI of a Wyoming service.
    case service
    /// The URI of an MQTT broker.
    case broker
    /// The name of a room.
    case room
    /// Names of rooms, with commas between them.
    case rooms
    /// Addresses of the network or blocks of them, with commas between them.
    case addresses
    /// A time in whole seconds.
    case seconds
  }

  /// The name in a file, and on the command line behind two hyphens.
  public let name: String
  /// What values it takes.
  public let kind: Kind
  /// What is used when nobody sets it, in words where it is no value.
  public let usual: String
  /// Whether a change is taken up without a restart.
  public let isLive: Bool
  /// Whether a file may set it.
  public let isInFiles: Bool
  /// One line on what it is for.
  public let meaning: String

  init(
    _ name: String, _ kind: Kind, usual: String, isLive: Bool = false, isInFiles: Bool = true, meaning: String
  ) {
    self.name = name
    self.kind = kind
    self.usual = usual
    self.isLive = isLive
    self.isInFiles = isInFiles
    self.meaning = meaning
  }

  static let environmentPrefix = "VOCATIVED_"

  /// The environment variable that sets it.
  public var variable: String { Self.environmentPrefix + name.uppercased().replacing("-", with: "_") }
}

extension ConfigurationKey.Kind: CustomStringConvertible {
  /// The kind in a few words.
  public var description: String {
    switch self {
    case .text: "text"
    case .path: "path"
    case .boolean: "true or false"
    case .choice(let words): words.joined(separator: ", ")
    case .address: "address:port of this computer"
    case .port: "number from 1 to 65535"
    case .channel: "channel/channels"
    case .service: "tcp://host:port or unix:///path"
    case .broker: "mqtt://host:port or mqtts://host:port"
    case .room: "name without / + #"
    case .rooms: "names without / + # with commas between them"
    case .addresses: "addresses or blocks such as 192.168.1.0/24, with commas between them"
    case .seconds: "number of seconds from 1 to 60"
    }
  }

  /// What is wrong with a value; nil when nothing is.
  func fault(in value: String) -> String? {
    switch self {
    case .text, .path: return nil
    case .boolean: return ["true", "false"].contains(value) ? nil : "\"\(value)\" is neither true nor false"
    case .choice(let words) where words.contains(value): return nil
    case .choice(let words):
      return "\"\(value)\" is none of \(words.joined(separator: ", ")); the nearest is \"\(NearestName.of(value, among: words))\""
    case .address:
      return LocalAddress(value) == nil
        ? "\"\(value)\" is no address of this computer with a port, such as 127.0.0.1:9477 or [::1]:9477" : nil
    case .service:
      do throws(WyomingAddressError) {
        _ = try WyomingAddress(uri: value)
        return nil
      } catch {
        return error.description
      }
    case .broker:
      do throws(BrokerAddressError) {
        _ = try BrokerAddress(uri: value)
        return nil
      } catch {
        return error.description
      }
    case .room:
      return RoomName(value) == nil
        ? "\"\(value)\" is no name of a room: up to \(RoomName.mostCharacters) characters, none of them /, + or #" : nil
    case .rooms:
      return RoomName.list(value) == nil
        ? "\"\(value)\" is no list of rooms, such as \"kitchen, study\", each up to \(RoomName.mostCharacters) characters without /, + or #"
        : nil
    case .addresses:
      return AllowedAddresses(value) == nil
        ? "\"\(value)\" is no list of addresses or blocks of them, such as 192.168.1.5, 192.168.2.0/24" : nil
    case .channel:
      return EchoReference(value) == nil
        ? "\"\(value)\" is no channel, counted from 0, and how many there are, as in 1/2" : nil
    case .seconds: return (1...60).contains(Int(value) ?? 0) ? nil : "\"\(value)\" is no number of seconds from 1 to 60"
    case .port: return (1...65_535).contains(Int(value) ?? 0) ? nil : "\"\(value)\" is no port, a number from 1 to 65535"
    }
  }
}
