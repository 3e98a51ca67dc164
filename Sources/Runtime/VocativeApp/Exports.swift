@_exported public import VocativeIntents
@_exported public import VocativeMemory
