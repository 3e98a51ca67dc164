import Foundation

/// The text of a file that another program writes.
public enum FileText {
  /// Returns the text that the file has now; an empty text if it cannot be read.
  ///
  /// `contentsOfFile` would leak a page with each read of a file that is still empty, and a test reads a log thousands of times. It
  /// would also return only the first few kilobytes of a file in `/proc`.
  public static func contents(of path: String) -> String {
    String(decoding: (try? FileHandle(forReadingAtPath: path)?.readToEnd()) ?? Data(), as: UTF8.self)
  }
}
