import NIOCore
import NIOPosix
import Testing
import VocativeControl
import VocativeTestSupport

@Suite("Accepted connections")
struct AcceptedConnectionTests {
  private typealias Accepted = AcceptedConnection<ByteBuffer, ByteBuffer>

  @Test("An accepted connection is closed without a crash if the server stops before serving it", .timeLimit(.minutes(2)))
  func unserved() async throws {
    let folder = try TemporaryFolder()
    let client = try await Self.clientOfStoppedServer(at: folder.path + "/socket")
    let received = try await client.executeThenClose { incoming, _ in
      var count = 0
      for try await buffer in incoming { count += buffer.readableBytes }
      return count
    }
    #expect(received == 0)
  }

  /// Returns a client that a server accepted but did not serve before it stopped.
  private static func clientOfStoppedServer(at path: String) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    let (accepted, accept) = AsyncStream.makeStream(of: Void.self)
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(unixDomainSocketPath: path) { channel in
        channel.eventLoop.makeCompletedFuture {
          defer { accept.yield() }
          return Accepted(try NIOAsyncChannel(wrappingChannelSynchronously: channel))
        }
      }
    let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(unixDomainSocketPath: path) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    for await _ in accepted { break }
    try await server.executeThenClose { _ in }
    return client
  }
}
