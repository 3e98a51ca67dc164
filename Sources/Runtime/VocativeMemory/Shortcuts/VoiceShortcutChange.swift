public import VocativeIntents

/// The result of adding, editing or deleting a voice shortcut.
public enum VoiceShortcutChange: Equatable, Sendable {
  /// The shortcut was added.
  case added(VoiceShortcut)
  /// The phrase or the steps were changed.
  case updated(VoiceShortcut)
  /// The shortcut with this identifier was deleted.
  case deleted(VoiceShortcut.ID)
  /// Nothing was changed; the cause and the remedy.
  case failed(reason: String)
  /// The person cancelled, and nothing was changed.
  case cancelled
}
