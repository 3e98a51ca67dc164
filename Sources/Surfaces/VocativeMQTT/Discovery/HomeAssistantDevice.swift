import Foundation
import JSONValues
import Mosquitto
import Vocative

/// The box as a device of Home Assistant's: what it shows, what can be switched, and the messages that say so without any YAML.
struct HomeAssistantDevice: Sendable {
  /// Where Home Assistant looks for devices.
  static let prefix = "homeassistant"

  let room: RoomName

  private var base: String { "vocative/\(room.identifier)" }
  private var identifier: String { "vocative_\(room.identifier)" }

  /// Where it is told whether the box is there.
  var availabilityTopic: String { base + "/availability" }
  /// Where the mute switch is pressed.
  var muteCommandTopic: String { base + "/mute/set" }

  /// Says whether the box is there; as a last will too.
  func availability(_ isThere: Bool) -> MosquittoMessage {
    MosquittoMessage(topic: availabilityTopic, text: isThere ? "online" : "offline", isRetained: true)
  }

  /// What it is doing.
  func state(_ state: TurnState) -> MosquittoMessage {
    MosquittoMessage(topic: base + "/state", text: state.rawValue, isRetained: true)
  }

  /// Whether its microphone is muted.
  func mute(_ isOn: Bool) -> MosquittoMessage {
    MosquittoMessage(topic: base + "/mute", text: isOn ? "ON" : "OFF", isRetained: true)
  }

  /// What was asked for; not kept by the broker, as nobody who comes later needs to know what somebody has said.
  func intent(_ dispatch: Dispatch) -> MosquittoMessage? {
    let values = dispatch.values.mapValues(JSONValue.string)
    return message(
      base + "/intent",
      .object([
        "intent": .string(dispatch.intent), "title": .string(dispatch.title), "room": .string(room.description),
        "slots": .object(values),
      ]), isRetained: false)
  }

  /// Whether a message has the mute switch pressed, and which way; nil for what is none.
  func muteCommand(in message: MosquittoMessage) -> Bool? {
    guard message.topic == muteCommandTopic, !message.isRetained else { return nil }
    return ["ON": true, "OFF": false][message.text ?? ""]
  }

  /// What describes the device to Home Assistant.
  var configuration: [MosquittoMessage] {
    let states = ["idle", "awake", "listening", "answering", "muted"].map(JSONValue.string)
    return [
      entity(
        "sensor", "state", name: "State", icon: "mdi:account-voice",
        ["state_topic": .string(base + "/state"), "device_class": .string("enum"), "options": .array(states)]),
      entity(
        "sensor", "intent", name: "Last intent", icon: "mdi:message-text",
        [
          "state_topic": .string(base + "/intent"), "value_template": .string("{{ value_json.intent }}"),
          "json_attributes_topic": .string(base + "/intent"),
        ]),
      entity(
        "switch", "mute", name: "Mute", icon: "mdi:microphone-off",
        ["state_topic": .string(base + "/mute"), "command_topic": .string(muteCommandTopic)]),
    ].compactMap { $0 }
  }

  private func entity(
    _ component: String, _ object: String, name: String, icon: String, _ fields: [String: JSONValue]
  ) -> MosquittoMessage? {
    let common: [String: JSONValue] = [
      "name": .string(name), "icon": .string(icon), "unique_id": .string("\(identifier)_\(object)"),
      "object_id": .string("\(identifier)_\(object)"), "availability_topic": .string(availabilityTopic),
      "device": .object([
        "identifiers": .array([.string(identifier)]), "name": .string("Vocative \(room)"), "manufacturer": .string("Vocative"),
        "model": .string("Voice assistant"), "suggested_area": .string(room.description),
      ]),
    ]
    return message(
      "\(Self.prefix)/\(component)/\(identifier)/\(object)/config", .object(common.merging(fields) { $1 }), isRetained: true)
  }

  private func message(_ topic: String, _ value: JSONValue, isRetained: Bool) -> MosquittoMessage? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { MosquittoMessage(topic: topic, payload: Array($0), isRetained: isRetained) }
  }
}
