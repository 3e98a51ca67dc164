import Foundation

/// Memory that the library maps files to.
enum MappedFile {
  /// Held while a mapping is looked for and given up, so that it cannot become other memory in between.
  private static let mappings = NSLock()

  /// Does what may end a mapping while no pages are given back.
  static func withMappings<Result>(_ body: () -> Result) -> Result {
    mappings.withLock(body)
  }

  /// Gives back the pages of a file that is mapped here; what is read again comes back by itself.
  ///
  /// Only mappings that are shared and read-only are meant, which are the library's (sphinxbase `mmio.c`) and whose pages are those of
  /// the file, so that nothing is lost (`madvise(2)`, `MADV_DONTNEED`).
  static func releasePages(of path: String) {
    guard let resolved = realpath(path, nil) else { return }
    defer { free(resolved) }
    let suffix = " " + String(cString: resolved)
    mappings.withLock {
      // Not by `contentsOfFile`, which takes the first few kilobytes of such a file for all of it.
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
