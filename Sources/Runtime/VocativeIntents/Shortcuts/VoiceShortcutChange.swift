/// What came of adding, editing or deleting a voice shortcut.
public enum VoiceShortcutChange: Equatable, Sendable {
  /// It was added.
  case added(VoiceShortcut)
  /// Its phrase was changed.
  case updated(VoiceShortcut)
  /// It was deleted: its identifier.
  case deleted(VoiceShortcut.ID)
  /// Nothing was changed: why, and what to do.
  case failed(reason: String)
  /// Nothing was changed, as the person wanted.
  case cancelled
}
