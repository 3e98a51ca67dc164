public import VocativeStorage

public struct SpeakableString: Hashable, Sendable, Codable {
  public let vocabularyIdentifier: String
  public let spokenPhrase: String
  public let pronunciationHint: [String]?
}
public struct Vocabulary: Sendable {
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public let rawValue: String; public init(rawValue: String) { self.rawValue = rawValue }
  }
  public func strings(of kind: Kind) async throws -> [SpeakableString] { [] }
}
public struct FeatureToggles: Sendable {
  public func isOn(_ identifier: String) async throws -> Bool? { nil }
  public func set(_ isOn: Bool, for identifier: String) async throws {}
}
public struct VoiceShortcut: Hashable, Sendable, Codable, Identifiable {
  public let id: String; public let invocationPhrase: String; public let steps: [Shortcut]
}
public struct VoiceShortcutCenter: Sendable { public func all() async throws -> [VoiceShortcut] { [] } }
public struct AssistantMemory: Sendable {
  public let vocabulary = Vocabulary()
  public let toggles = FeatureToggles()
  public let shortcuts = VoiceShortcutCenter()
  public static func inMemory(assistant: String) throws(StoreError) -> AssistantMemory { AssistantMemory() }
}
