@_exported public import VocativeTesting
