import SystemPackage

/// The folder of a file.
package enum ParentFolder {
  /// Returns the folder of a path; "." for a name only.
  ///
  /// Foundation's `deletingLastPathComponent` of `NSString` crashes with a name of one character.
  package static func path(of file: String) -> String {
    let folder = FilePath(file).removingLastComponent()
    return folder.isEmpty ? "." : folder.string
  }
}
