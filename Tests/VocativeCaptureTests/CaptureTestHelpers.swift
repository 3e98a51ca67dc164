import Foundation
import Logging
import VocativeCapture

extension Logger {
  /// A logger that says nothing.
  static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}

extension AudioSource {
  /// Every frame until the source ends.
  func allFrames() async throws(CaptureError) -> [AudioFrame] {
    var all: [AudioFrame] = []
    for try await frame in frames() { all.append(frame) }
    return all
  }

  /// The first frames, after which the source is let go.
  func firstFrames(_ count: Int) async throws(CaptureError) -> [AudioFrame] {
    var first: [AudioFrame] = []
    for try await frame in frames() {
      first.append(frame)
      if first.count == count { break }
    }
    return first
  }

  /// Why the source fails; nil if it ends as it should.
  func failure() async -> CaptureError? {
    do throws(CaptureError) {
      _ = try await allFrames()
      return nil
    } catch {
      return error
    }
  }
}

/// What happened instead of what a test asked for.
struct UnexpectedOutcome: Error, CustomStringConvertible {
  let description: String
}

extension [AudioFrame] {
  var samples: [Int16] { flatMap(\.samples) }
}

/// A pipe with bytes in it, and the source that reads them.
final class RawStream: Sendable {
  private let pipe = Pipe()
  let source: RawStreamSource

  /// A pipe that holds `bytes`, at most the 64 KiB that fit; while it `isOpen` more may follow.
  init(holding bytes: [UInt8], isOpen: Bool = false) throws {
    source = RawStreamSource(descriptor: pipe.fileHandleForReading.fileDescriptor, label: "the test's pipe")
    try pipe.fileHandleForWriting.write(contentsOf: bytes)
    if !isOpen { try pipe.fileHandleForWriting.close() }
  }

  func write(_ bytes: [UInt8]) throws {
    try pipe.fileHandleForWriting.write(contentsOf: bytes)
  }

  /// Bytes nobody has read yet.
  var unreadByteCount: Int {
    var count: Int32 = 0
    return ioctl(pipe.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : -1
  }
}
