public import Foundation
package import WyomingProtocol

/// The limits for the clients of a Wyoming server.
public struct WyomingLimits: Equatable, Sendable {
  /// The maximum number of connections: two for each wake word client, and some for others.
  public var connections: Int
  /// The maximum number of wake word clients: each has its own decoders.
  public var wakeDetections: Int
  /// The maximum size of an event in bytes.
  package var event = WyomingEventParser.Limits()
  /// How long an event may take from its first byte to its last.
  public var eventTime = Duration.seconds(30)
  /// How long a connection may be idle.
  public var idleTime = Duration.seconds(600)
  /// How long a client may take to read an answer.
  public var answerTime = Duration.seconds(30)
  /// The maximum seconds of audio for one transcript.
  public var recordingSeconds = 30.0
  /// The maximum number of requests of a host that wait for a recognizer, or for the speech engine.
  public var waitingRequests = 32
  /// The maximum number of characters of a spoken text: some minutes.
  public var textLength = 4000
  /// The maximum number of conversations with an open question.
  public var conversations = 1000
  /// How long a question stays open.
  public var questionTime = Duration.seconds(300)

  /// The memory of a client's decoders in bytes.
  private static let detectionBytes: UInt64 = 10 << 20
  /// The share of the memory that all clients' decoders may use.
  private static let share: UInt64 = 8
  private static let maxDetections: UInt64 = 100
  private static let otherConnections = 56

  /// Creates the limits for a computer.
  ///
  /// - Parameter memory: The computer's memory in bytes, of which clients' decoders may use an eighth.
  public init(memory: UInt64 = ProcessInfo.processInfo.physicalMemory) {
    wakeDetections = Int(min(max(memory / Self.share / Self.detectionBytes, 2), Self.maxDetections))
    connections = 2 * wakeDetections + Self.otherConnections
    // Texts and contexts are short; only the description of a service is long, and only clients receive one.
    event.data = 64 * 1024
  }
}
