public import VocativeIntents

/// The error for a runtime without an `AssistantMemory`.
public struct MissingMemoryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The cause and the remedy.
  public var description: String { "the assistant has no memory; create its IntentRuntime with an AssistantMemory" }
}

extension IntentRuntime {
  /// The stored state of the assistants.
  ///
  /// - Throws: `MissingMemoryError` if the runtime was created without an `AssistantMemory`.
  public var memory: AssistantMemory {
    get throws(MissingMemoryError) {
      guard let memory = runtimeMemory as? AssistantMemory else { throw MissingMemoryError() }
      return memory.suggesting(in: self, of: nil)
    }
  }

  /// Returns the stored state of an assistant by name.
  ///
  /// - Throws: `MissingMemoryError` if the runtime was created without an `AssistantMemory`.
  public func memory(of name: String) throws(MissingMemoryError) -> AssistantMemory {
    let memory = try memory
    return hasOwnMemory(name) ? memory.state(of: name).suggesting(in: self, of: name) : memory
  }

  /// The voice shortcuts of the assistant, with checks that new phrases are not too similar to existing ones.
  ///
  /// - Throws: `MissingMemoryError` if the runtime was created without an `AssistantMemory`.
  public var shortcuts: VoiceShortcutCenter {
    get throws(MissingMemoryError) { try memory.shortcuts(in: self) }
  }

  /// Returns a shortcut that is stored with an assistant, with the assistant of each step.
  package func named(_ shortcut: VoiceShortcut, storedWith assistant: String) -> VoiceShortcut {
    AssistantScope(assistants.map(\.name)).named(shortcut, storedWith: assistant)
  }
}
