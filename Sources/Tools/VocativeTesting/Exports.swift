@_exported public import Vocative
