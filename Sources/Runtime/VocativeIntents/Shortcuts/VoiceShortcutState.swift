/// Whether somebody has a phrase for a shortcut already: what a button beside it would offer.
public enum VoiceShortcutState: Equatable, Sendable {
  /// There is none; one can be added.
  case add
  /// There is one, which can be edited.
  case added(VoiceShortcut)
}
