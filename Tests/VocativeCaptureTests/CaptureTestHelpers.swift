import Foundation
import VocativeCapture

extension AudioSource {
  /// Returns every frame until the source ends.
  func allFrames() async throws(CaptureError) -> [AudioFrame] {
    var all: [AudioFrame] = []
    for try await frame in frames() { all.append(frame) }
    return all
  }

  /// Returns the first frames and then releases the source.
  func firstFrames(_ count: Int) async throws(CaptureError) -> [AudioFrame] {
    var first: [AudioFrame] = []
    for try await frame in frames() {
      first.append(frame)
      if first.count == count { break }
    }
    return first
  }

  /// Returns the source's error; nil if it ends normally.
  func failure() async -> CaptureError? {
    do throws(CaptureError) {
      _ = try await allFrames()
      return nil
    } catch {
      return error
    }
  }
}

/// An outcome that differs from the expected one.
struct UnexpectedOutcome: Error, CustomStringConvertible {
  let description: String
}

extension [AudioFrame] {
  var samples: [Int16] { flatMap(\.samples) }
}

/// A pipe with bytes, and the source that reads them.
final class RawStream: Sendable {
  private let pipe = Pipe()
  let source: RawStreamSource

  /// Creates a pipe with `bytes`, at most 64 KiB; more may follow if it `isOpen`.
  init(holding bytes: [UInt8], isOpen: Bool = false) throws {
    source = RawStreamSource(descriptor: pipe.fileHandleForReading.fileDescriptor, label: "the test's pipe")
    try pipe.fileHandleForWriting.write(contentsOf: bytes)
    if !isOpen { try pipe.fileHandleForWriting.close() }
  }

  func write(_ bytes: [UInt8]) throws {
    try pipe.fileHandleForWriting.write(contentsOf: bytes)
  }

  /// The number of unread bytes.
  var unreadByteCount: Int {
    var count: Int32 = 0
    return ioctl(pipe.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : -1
  }
}
