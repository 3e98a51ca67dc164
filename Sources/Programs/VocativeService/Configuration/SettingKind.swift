import Foundation
import Vocative
import VocativeMQTT
import VocativeWyoming

/// A kind of values of settings, with their parser.
package struct SettingKind<Value: Sendable>: Sendable {
  /// A short description.
  let description: String
  /// The name of a value in the help of the command line.
  let valueName: String
  /// Parses a value.
  ///
  /// - Throws: An error with the reason as its description.
  let parse: @Sendable (String) throws -> Value
  /// Checks a value that can be parsed against the names of the installed assistants; nil if they do not matter.
  ///
  /// - Throws: An error with the reason as its description.
  private(set) var check: (@Sendable (_ text: String, _ assistants: [String]) throws -> Void)?

  /// Returns a kind with the same texts and other values.
  func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> SettingKind<Other> {
    var kind = SettingKind<Other>(description: description, valueName: valueName) { transform(try parse($0)) }
    kind.check = check
    return kind
  }

  /// Creates a kind whose parser returns nil for an invalid text.
  ///
  /// - Parameter requirement: The description of a valid text.
  fileprivate init(
    _ description: String, named valueName: String, isNot requirement: String, parse: @escaping @Sendable (String) -> Value?
  ) {
    self.init(description: description, valueName: valueName) { text in
      guard let value = parse(text) else { throw SettingFault(description: "\"\(text)\" is not \(requirement)") }
      return value
    }
  }

  private init(description: String, valueName: String, parse: @escaping @Sendable (String) throws -> Value) {
    self.description = description
    self.valueName = valueName
    self.parse = parse
  }
}

/// The reason for which a text is not a value of a setting.
private struct SettingFault: Error, CustomStringConvertible {
  let description: String
}

extension SettingKind<String> {
  /// Any text, such as the name of a device.
  static func text(_ valueName: String) -> Self { SettingKind(description: "text", valueName: valueName) { $0 } }

  /// The path of a file or folder.
  static func path(_ valueName: String) -> Self { SettingKind(description: "path", valueName: valueName) { $0 } }

  /// One of several words.
  static func choice(_ words: [String], named valueName: String) -> Self {
    let list = words.joined(separator: ", ")
    return SettingKind(description: list, valueName: valueName) { text in
      guard !words.contains(text) else { return text }
      let question = NearestName.of(text, among: words).map { "; did you mean \"\($0)\"?" } ?? ""
      throw SettingFault(description: "\"\(text)\" is not one of \(list)\(question)")
    }
  }
}

extension SettingKind<String> {
  /// The address of Home Assistant.
  static var homeAssistant: Self {
    SettingKind(description: "http://host:port or https://host:port", valueName: "uri") { text in
      do throws(HomeAssistantServerError) {
        return try HomeAssistantServer.address(of: text)
      } catch {
        throw SettingFault(description: error.reason)
      }
    }
  }
}

extension SettingKind<[String]> {
  /// Names of installed assistants, separated by commas.
  static var assistants: Self {
    var kind = SettingKind(description: "names separated by commas", valueName: "a,b") { text in
      let names = items(text)
      guard !names.isEmpty else { throw SettingFault(description: "\"\(text)\" names no assistant") }
      return names
    }
    kind.check = { text, assistants in
      let known = SettingKind<String>.choice(assistants, named: "name")
      for name in items(text) { _ = try known.parse(name) }
    }
    return kind
  }

  /// Paths of files, separated by commas.
  static func paths(_ valueName: String) -> Self {
    SettingKind(description: "paths separated by commas", valueName: valueName) { text in
      let paths = items(text)
      guard !paths.isEmpty else { throw SettingFault(description: "\"\(text)\" names no file") }
      return paths
    }
  }

  /// Returns the parts of a text that are separated by commas.
  static func items(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}

extension SettingKind<Bool> {
  /// True or false.
  static var boolean: Self {
    SettingKind(description: "true or false", valueName: "true|false") { text in
      guard let value = Bool(text) else { throw SettingFault(description: "\"\(text)\" is neither true nor false") }
      return value
    }
  }
}

extension SettingKind<LocalAddress> {
  /// A loopback address and a port.
  static var localAddress: Self {
    SettingKind(
      "address:port of this computer", named: "address:port",
      isNot: "a loopback address with a port, such as 127.0.0.1:9477 or [::1]:9477", parse: LocalAddress.init)
  }
}

extension SettingKind<Int> {
  /// A port.
  static var port: Self {
    SettingKind("number from 1 to 65535", named: "port", isNot: "a port number from 1 to 65535") { text in
      Int(text).flatMap { (1...65_535).contains($0) ? $0 : nil }
    }
  }
}

extension SettingKind<Int> {
  /// A percentage.
  static func percent(_ range: ClosedRange<Int>) -> Self {
    let description = "number from \(range.lowerBound) to \(range.upperBound)"
    return SettingKind(description, named: "percent", isNot: "a \(description)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension SettingKind<Duration> {
  /// A time in whole seconds.
  static var seconds: Self {
    SettingKind("number of seconds from 1 to 60", named: "seconds", isNot: "a number of seconds from 1 to 60") { text in
      Int(text).flatMap { (1...60).contains($0) ? .seconds($0) : nil }
    }
  }
}

extension SettingKind<Patience> {
  /// A word for patience, or seconds.
  static var patience: Self {
    SettingKind(
      "patient, usual, quick, or seconds from 0.2 to 3", named: "patience",
      isNot: "patient, usual, quick, or a number of seconds from 0.2 to 3"
    ) { Patience($0) }
  }
}

extension SettingKind<MinConfidence> {
  /// A word for a minimum confidence, or a number.
  static var minConfidence: Self {
    SettingKind(
      "lenient, usual, strict, or a number from 0 to 1", named: "confidence",
      isNot: "lenient, usual, strict, or a number from 0 to 1"
    ) { MinConfidence($0) }
  }
}

extension SettingKind<EchoReference> {
  /// A channel and the number of channels.
  static var channel: Self {
    SettingKind(
      "channel/channels", named: "channel/channels",
      isNot: "a channel, counted from 0, and the number of channels, 2 to 32, as in 1/2"
    ) { EchoReference($0) }
  }
}

extension SettingKind<WyomingAddress> {
  /// The URI of a Wyoming service.
  static var service: Self {
    SettingKind(description: "tcp://host:port or unix:///path", valueName: "uri") { try WyomingAddress(uri: $0) }
  }
}

extension SettingKind<AllowedAddresses> {
  /// Network addresses or blocks of addresses, separated by commas.
  static var addresses: Self {
    SettingKind(
      "addresses or blocks such as 192.168.1.0/24, separated by commas", named: "addresses",
      isNot: "a list of addresses or blocks such as 192.168.1.5, 192.168.2.0/24"
    ) { AllowedAddresses($0) }
  }
}

extension SettingKind<BrokerAddress> {
  /// The URI of an MQTT broker.
  static var broker: Self {
    SettingKind(description: "mqtt://host:port or mqtts://host:port", valueName: "uri") { try BrokerAddress(uri: $0) }
  }
}

extension SettingKind<RoomName> {
  /// The name of a room.
  static var room: Self {
    SettingKind(
      "name without / + #", named: "name",
      isNot: "a valid room name: up to \(RoomName.maxCharacters) characters without /, + or #", parse: RoomName.init)
  }
}

extension SettingKind<[RoomName]> {
  /// Names of rooms, separated by commas.
  static var rooms: Self {
    SettingKind(
      "names without / + # separated by commas", named: "names",
      isNot: "a list of rooms such as \"kitchen, study\", of up to \(RoomName.maxCharacters) characters without /, + or #",
      parse: RoomName.list)
  }
}
