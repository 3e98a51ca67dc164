import Foundation

/// The first line of a script, which names the program that runs it.
enum ScriptHeader {
  /// The number of bytes that the system reads of a first line.
  private static let maxSize = 256

  /// Returns why the system cannot start an executable file, and the remedy; nil if it can, or if the file cannot be read.
  ///
  /// Without this, the file is only found to be broken when somebody speaks, and the system says that it does not exist.
  static func fault(ofProgramAt path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let bytes = try? file.read(upToCount: maxSize) ?? Data() else { return nil }
    guard bytes.starts(with: Array("#!".utf8)) else {
      // Other kinds of programs begin with bytes that are not text.
      let isText = bytes.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
      return isText
        ? "\(path) is a text that does not name the program that runs it; begin it with a line such as #!/bin/sh" : nil
    }
    let line = bytes.dropFirst(2).prefix { $0 != 0x0A }
    guard line.last != 0x0D else {
      return "the lines of \(path) end as in Windows, so the system does not find its program; run: sed -i 's/\\r$//' \(path)"
    }
    let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" }
    guard let interpreter = words.first.map(String.init), interpreter.hasPrefix("/"), line.count < maxSize - 2,
      !FileManager.default.isExecutableFile(atPath: interpreter)
    else { return nil }
    return "the first line of \(path) names \(interpreter), which is not a program here; correct it, or install the program"
  }
}
