import Foundation
import Vocative
import VocativeMQTT
import VocativeWyoming

/// A setting of the daemon, as named on the command line, in the environment and in a file.
public struct ConfigurationKey: Sendable {
  /// The kinds of values.
  public enum Kind: Equatable, Sendable {
    /// Any text, such as the name of a device.
    case text
    /// The path of a file or folder.
    case path
    /// True or false.
    case boolean
    /// One of several words.
    case choice([String])
    /// Names of installed assistants, separated by commas.
    case assistants
    /// Paths of files, separated by commas.
    case paths
    /// A loopback address and a port.
    case address
    /// A port.
    case port
    /// A channel and the number of channels.
    case channel
    /// The URI of a Wyoming service.
    case service
    /// The URI of an MQTT broker.
    case broker
    /// The name of a room.
    case room
    /// Names of rooms, separated by commas.
    case rooms
    /// Network addresses or blocks of addresses, separated by commas.
    case addresses
    /// A time in whole seconds.
    case seconds
  }

  /// The name in a file, and after two hyphens on the command line.
  public let name: String
  /// The kind of its values.
  public let kind: Kind
  /// The default, or its description if it is not a value.
  public let usual: String
  /// Whether a change takes effect without a restart.
  public let isLive: Bool
  /// Whether a file can contain it.
  public let isInFiles: Bool
  /// A description in one line.
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

  /// Returns the parts of a value that lists several, separated by commas.
  static func items(_ value: String) -> [String] {
    value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  /// The environment variable for the setting.
  public var variable: String { Self.environmentPrefix + name.uppercased().replacing("-", with: "_") }
}

extension ConfigurationKey.Kind: CustomStringConvertible {
  /// A short description of the kind.
  public var description: String {
    switch self {
    case .text: "text"
    case .path: "path"
    case .boolean: "true or false"
    case .choice(let words): words.joined(separator: ", ")
    case .assistants: "names separated by commas"
    case .paths: "paths separated by commas"
    case .address: "address:port of this computer"
    case .port: "number from 1 to 65535"
    case .channel: "channel/channels"
    case .service: "tcp://host:port or unix:///path"
    case .broker: "mqtt://host:port or mqtts://host:port"
    case .room: "name without / + #"
    case .rooms: "names without / + # separated by commas"
    case .addresses: "addresses or blocks such as 192.168.1.0/24, separated by commas"
    case .seconds: "number of seconds from 1 to 60"
    }
  }

  /// Returns the fault of a value; nil if the value is valid.
  func fault(in value: String) -> String? {
    switch self {
    case .text, .path: return nil
    case .boolean: return ["true", "false"].contains(value) ? nil : "\"\(value)\" is neither true nor false"
    case .choice(let words) where words.contains(value): return nil
    case .assistants:
      let (names, known) = (ConfigurationKey.items(value), AssistantCatalog.daemon.names)
      guard let unknown = names.first(where: { !known.contains($0) }) else {
        return names.isEmpty ? "\"\(value)\" names no assistant" : nil
      }
      return Self.choice(known).fault(in: unknown)
    case .paths: return ConfigurationKey.items(value).isEmpty ? "\"\(value)\" names no file" : nil
    case .choice(let words):
      let nearest = NearestName.of(value, among: words)
      return "\"\(value)\" is not one of \(words.joined(separator: ", ")); did you mean \"\(nearest)\"?"
    case .address:
      return LocalAddress(value) == nil
        ? "\"\(value)\" is not a loopback address with a port, such as 127.0.0.1:9477 or [::1]:9477" : nil
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
        ? "\"\(value)\" is not a valid room name: up to \(RoomName.mostCharacters) characters without /, + or #" : nil
    case .rooms:
      return RoomName.list(value) == nil
        ? "\"\(value)\" is not a list of rooms such as \"kitchen, study\", of up to \(RoomName.mostCharacters) characters without /, + or #"
        : nil
    case .addresses:
      return AllowedAddresses(value) == nil
        ? "\"\(value)\" is not a list of addresses or blocks such as 192.168.1.5, 192.168.2.0/24" : nil
    case .channel:
      return EchoReference(value) == nil
        ? "\"\(value)\" is not a channel, counted from 0, and the number of channels, as in 1/2" : nil
    case .seconds: return (1...60).contains(Int(value) ?? 0) ? nil : "\"\(value)\" is not a number of seconds from 1 to 60"
    case .port: return (1...65_535).contains(Int(value) ?? 0) ? nil : "\"\(value)\" is not a port number from 1 to 65535"
    }
  }
}
