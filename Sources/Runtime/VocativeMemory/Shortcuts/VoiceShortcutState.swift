public import VocativeIntents

/// Whether a shortcut already has a phrase, to choose the label of a button.
public enum VoiceShortcutState: Equatable, Sendable {
  /// There is no phrase; one can be added.
  case add
  /// There is a phrase, which can be edited.
  case added(VoiceShortcut)
}
