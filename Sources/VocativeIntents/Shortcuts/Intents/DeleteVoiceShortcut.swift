/// Deletes a voice shortcut; what it does stays.
public struct DeleteVoiceShortcut: Intent {
  /// What the intent is for.
  public static let title = "Delete a shortcut"
  @Parameter(title: "Shortcut", prompt: "Which shortcut?") var shortcut: VoiceShortcut
  @Dependency private var center: VoiceShortcutCenter

  /// An intent whose shortcut is still to be filled.
  public init() {}

  /// Deletes the shortcut, and says what it was.
  public func perform() async throws -> IntentResponse {
    switch await center.delete(shortcut.id) {
    case .deleted:
      let card = ResponseCard(title: "Deleted", rows: [.init(shortcut.invocationPhrase, shortcut.title)])
      return .success("I deleted your \(shortcut.dialogName) shortcut.", card: card)
    case .failed(let reason):
      let card = ResponseCard(title: "Not deleted", rows: [.init(shortcut.invocationPhrase, reason)])
      return IntentResponse(code: .failure, dialog: "I could not delete your \(shortcut.dialogName) shortcut.", card: card)
    case .added, .updated, .cancelled:
      return .failure("Your \(shortcut.dialogName) shortcut was not deleted.")
    }
  }
}
