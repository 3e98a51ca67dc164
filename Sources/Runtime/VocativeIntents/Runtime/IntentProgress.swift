/// The progress of a request that is performed: something to say, something to show, or both.
package struct IntentProgress: Equatable, Sendable {
  /// The dialog to say; nil to say nothing.
  package let dialog: String?
  /// The card with the values of now; nil to keep the last one.
  package let card: ResponseCard?

  /// Creates progress.
  package init(dialog: String?, card: ResponseCard? = nil) { (self.dialog, self.card) = (dialog, card) }
}
