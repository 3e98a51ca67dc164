@_exported public import VocativeApps
@_exported public import VocativeCapture
@_exported public import VocativeDetection
@_exported public import VocativeIntents
@_exported public import VocativeIntentsFile
@_exported public import VocativeMemory
@_exported public import VocativeResponse
@_exported public import VocativeUnderstanding
