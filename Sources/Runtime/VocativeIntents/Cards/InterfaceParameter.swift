/// The name of one displayable value of an interaction; the counterpart of `INParameter`.
public enum InterfaceParameter: Hashable, Sendable {
  /// A parameter of the intent, by its name.
  case intent(String)
  /// The progress on the response's card.
  case progress
  /// A value of the response's card, by its label, or by its number from 1 if the label is missing or repeated.
  case response(String)
}
