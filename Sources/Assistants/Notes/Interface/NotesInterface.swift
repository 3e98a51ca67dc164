public import VocativeResponse

/// How Notes is shown.
public enum NotesInterface {
  /// A note as it was written.
  public static let presenters: [any ResponsePresenter.Type] = [NotePresenter.self]
}
