import Foundation
import JSONValues
import Mosquitto
import Vocative

/// The box as a Home Assistant device: its entities and the messages that describe them, through MQTT discovery.
struct HomeAssistantDevice: Sendable {
  /// The topic prefix of MQTT discovery.
  static let prefix = "homeassistant"

  let room: RoomName

  private var base: String { "vocative/\(room.identifier)" }
  private var identifier: String { "vocative_\(room.identifier)" }

  /// The availability topic.
  var availabilityTopic: String { base + "/availability" }
  /// The command topic of the mute switch.
  var muteCommandTopic: String { base + "/mute/set" }

  /// Returns the availability message; also used as the last will.
  func availability(_ isThere: Bool) -> MosquittoMessage {
    MosquittoMessage(topic: availabilityTopic, text: isThere ? "online" : "offline", isRetained: true)
  }

  /// Returns the state message.
  func state(_ state: TurnState) -> MosquittoMessage {
    MosquittoMessage(topic: base + "/state", text: state.rawValue, isRetained: true)
  }

  /// Returns the state of the mute switch.
  func mute(_ isOn: Bool) -> MosquittoMessage {
    MosquittoMessage(topic: base + "/mute", text: isOn ? "ON" : "OFF", isRetained: true)
  }

  /// Returns the last request.
  ///
  /// The message is not retained: clients that connect later need not know what was said.
  func intent(_ dispatch: Dispatch) -> MosquittoMessage? {
    let values = dispatch.values.mapValues(JSONValue.string)
    return message(
      base + "/intent",
      .object([
        "intent": .string(dispatch.intent), "title": .string(dispatch.title), "room": .string(room.description),
        "slots": .object(values),
      ]), isRetained: false)
  }

  /// Returns the requested state of the mute switch, or nil for any other message.
  func muteCommand(in message: MosquittoMessage) -> Bool? {
    guard message.topic == muteCommandTopic, !message.isRetained else { return nil }
    return ["ON": true, "OFF": false][message.text ?? ""]
  }

  /// The discovery messages.
  var configuration: [MosquittoMessage] {
    let states = ["idle", "awake", "listening", "answering", "ringing", "muted"].map(JSONValue.string)
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
      "default_entity_id": .string("\(component).\(identifier)_\(object)"),
      // Only versions of Home Assistant before 2025.10 need it; later ones ignore it beside the default entity ID.
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
