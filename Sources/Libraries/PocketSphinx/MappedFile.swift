import Foundation

/// The memory of files that the library maps.
enum MappedFile {
  /// Held while a mapping is searched and released, so that its address range cannot be reused in between.
  private static let mappings = NSLock()

  /// Runs code that may end a mapping while no pages are being released.
  static func withMappings<Result>(_ body: () -> Result) -> Result {
    mappings.withLock(body)
  }

  /// Releases the pages of a mapped file; they are loaded again when they are read.
  ///
  /// Only shared, read-only mappings are released. The library creates these (sphinxbase `mmio.c`), and their pages are backed by
  /// the file, so no data is lost (`madvise(2)`, `MADV_DONTNEED`).
  static func releasePages(of path: String) {
    guard let resolved = realpath(path, nil) else { return }
    defer { free(resolved) }
    let suffix = " " + String(cString: resolved)
    mappings.withLock {
      // `contentsOfFile` returns only the first few kilobytes of such a file.
      guard let maps = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd() else { return }
      for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") where line.hasSuffix(suffix) {
        let fields = line.split(separator: " ", maxSplits: 2)
        let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard fields.count == 3, fields[1] == "r--s", bounds.count == 2,
          let start = UnsafeMutableRawPointer(bitPattern: bounds[0])
        else { continue }
        madvise(start, Int(bounds[1] - bounds[0]), MADV_DONTNEED)
      }
    }
  }
}
