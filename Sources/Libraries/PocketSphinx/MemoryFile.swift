import CPocketSphinx
import Foundation

/// A file in memory, for a function of the library that reads one; a full or read-only disk does not matter to it.
final class MemoryFile {
  private let descriptor: Int32

  /// The path of the file, while the file exists.
  var path: String { "/proc/self/fd/\(descriptor)" }

  /// Creates a file with contents.
  ///
  /// - Throws: `PocketSphinxError` if the system has no memory or no descriptors left.
  init(holding contents: Data) throws(PocketSphinxError) {
    descriptor = cpocketsphinx_create_memory_file()
    guard descriptor >= 0 else { throw Self.error("memfd_create") }
    let written = contents.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard written == contents.count else {
      let error = Self.error("write")
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  private static func error(_ operation: String) -> PocketSphinxError {
    PocketSphinxError(code: .search, operation: operation, reason: String(cString: strerror(errno)))
  }
}
