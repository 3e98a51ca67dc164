import Foundation
import FuzzTargets

// libFuzzer has the main function and calls this. FUZZ_TARGET selects the target, because the arguments belong to libFuzzer.

private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    FileHandle.standardError.write(Data("FUZZ_TARGET is \"\(name)\", but must be one of: \(names)\n".utf8))
    exit(64)
  }
  return target
}()

/// Feeds libFuzzer's bytes to the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.read(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
