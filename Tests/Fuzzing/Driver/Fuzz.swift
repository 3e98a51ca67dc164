import Foundation
import FuzzTargets

// libFuzzer brings the main function, and calls this. Which reader it is for stands in FUZZ_TARGET, as the arguments are libFuzzer's.

private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    FileHandle.standardError.write(Data("FUZZ_TARGET is \"\(name)\" and must be one of: \(names)\n".utf8))
    exit(64)
  }
  return target
}()

/// Reads bytes that libFuzzer made up.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.read(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
