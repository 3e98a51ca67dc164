@_exported public import VocativeIntents
