package import Foundation

/// A file that somebody else wrote, read whole and only up to a size: one that is huge, or never ends, costs no memory.
package struct LimitedFile: Sendable {
  /// Why it is not read.
  package enum Failure: Error, Equatable, Sendable {
    /// It is not there, is a folder, or may not be read.
    case unreadable
    /// It has more bytes than it may.
    case tooLarge
  }

  /// Where the file is.
  package let path: String
  /// Bytes it may have.
  package let limit: Int

  /// A file that may have so many bytes.
  package init(path: String, limit: Int) {
    self.path = path
    self.limit = limit
  }

  /// What is in it.
  ///
  /// - Throws: `Failure`.
  package func contents() throws(Failure) -> Data {
    // A pipe is read too: its size is known at its end.
    guard let file = FileHandle(forReadingAtPath: path) else { throw .unreadable }
    defer { try? file.close() }
    let data: Data
    do {
      data = try file.read(upToCount: limit + 1) ?? Data()
    } catch {
      throw .unreadable
    }
    guard data.count <= limit else { throw .tooLarge }
    return data
  }

  /// What is in it, or the caller's own error.
  ///
  /// - Throws: What `error` makes of the failure.
  package func contents<Reported: Error>(orThrow error: (Failure) -> Reported) throws(Reported) -> Data {
    let failure: Failure
    do throws(Failure) {
      return try contents()
    } catch let caught {
      failure = caught
    }
    throw error(failure)
  }

  /// The limit, for a message: "4 MiB".
  package var limitText: String { limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB" }
}
