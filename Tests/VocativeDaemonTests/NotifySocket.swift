import Foundation
import VocativeTestSupport

/// The datagram socket of a service manager, which keeps its messages in order.
final class NotifySocket: Sendable {
  /// The socket could not be created.
  struct Failure: Error {
    let code: Int32
  }

  let path: String
  let messages: AsyncStream<String>
  private let descriptor: Int32

  init(in folder: TemporaryFolder) throws {
    let path = folder.path + "/notify"
    let descriptor = try Self.bound(to: path)
    let (messages, message) = AsyncStream.makeStream(of: String.self)
    (self.path, self.descriptor, self.messages) = (path, descriptor, messages)
    Thread.detachNewThread {
      var bytes = [UInt8](repeating: 0, count: 8192)
      while true {
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { break }
        message.yield(String(decoding: bytes.prefix(count), as: UTF8.self))
      }
      message.finish()
    }
  }

  private static func bound(to path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    guard status == 0 else { throw Failure(code: errno) }
    return descriptor
  }

  /// Ends the stream after the messages that have arrived.
  func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  deinit { _ = Foundation.close(descriptor) }
}
