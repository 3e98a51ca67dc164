public import VocativeResponse

/// The presenters of the notes assistant.
public enum NotesInterface {
  /// A presenter for notes.
  public static let presenters: [any ResponsePresenter.Type] = [NotePresenter.self]
}
