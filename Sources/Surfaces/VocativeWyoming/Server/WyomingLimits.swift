public import Foundation
package import WyomingProtocol

/// What the clients of a Wyoming server may use up.
public struct WyomingLimits: Equatable, Sendable {
  /// Connections at a time: two for each client for whom wake words are found, and some for others.
  public var connections: Int
  /// Clients at a time for whom wake words are found: each has decoders of its own.
  public var wakeDetections: Int
  /// Bytes of one event.
  package var event = WyomingEventParser.Limits()
  /// How long an event may take from its first byte to its last.
  public var eventTime = Duration.seconds(30)
  /// How long a connection may be without any event.
  public var idleTime = Duration.seconds(600)
  /// How long a client may take to read an answer.
  public var answerTime = Duration.seconds(30)
  /// Seconds of audio that are kept for one transcript.
  public var recordingSeconds = 30.0
  /// Characters of a text that is spoken: some minutes.
  public var textLength = 4000
  /// Conversations in which a question may be open.
  public var conversations = 1000
  /// How long a question stays open.
  public var questionTime = Duration.seconds(300)

  /// Bytes that the decoders of a client take.
  private static let detectionBytes: UInt64 = 10 << 20
  /// The part of the memory that decoders of clients may take altogether.
  private static let share: UInt64 = 8
  private static let maxDetections: UInt64 = 100
  private static let otherConnections = 56

  /// The limits for a computer with so much memory.
  ///
  /// - Parameter memory: Bytes of the computer's memory, of which the decoders of clients may take an eighth.
  public init(memory: UInt64 = ProcessInfo.processInfo.physicalMemory) {
    wakeDetections = Int(min(max(memory / Self.share / Self.detectionBytes, 2), Self.maxDetections))
    connections = 2 * wakeDetections + Self.otherConnections
    // Texts and contexts are short; what a service tells of itself is not, and only comes to clients.
    event.data = 64 * 1024
  }
}
