import AppProtocol
import VocativeIntents

extension String {
  /// The text within the limit of a dialog, which Vocative counts in Unicode scalars.
  var asDialog: String { ShortText.clipped(self, to: AppLimits.maxDialog) }

  /// The text within the limit of a title, a label or any other short text.
  var asLabel: String { ShortText.clipped(self, to: AppLimits.maxText) }
}
