/// A part of the default card.
public enum InterfacePart: String, Equatable, Sendable, CaseIterable {
  /// The title of the card.
  case title
  /// The dialog.
  case dialog
  /// The intent's parameters.
  case parameters
  /// The progress.
  case progress
  /// The labelled values.
  case values
}
