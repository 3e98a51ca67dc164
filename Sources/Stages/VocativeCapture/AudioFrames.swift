import Foundation
import Synchronization

/// The frames of one source, produced on their own thread because devices and files block.
public struct AudioFrames: AsyncSequence, Sendable {
  /// An audio frame.
  public typealias Element = AudioFrame
  /// The reason the source stopped early.
  public typealias Failure = CaptureError

  /// The handling of a frame when the queue is full.
  public enum Overflow: Sendable {
    /// The producer waits, so that files and pipes lose nothing.
    case wait
    /// The frame is dropped and counted, because a microphone does not wait.
    case drop
  }

  /// Receives the frames of a producer.
  public struct Sink: Sendable {
    fileprivate let queue: FrameQueue

    /// Passes on a frame; returns false if the frames are no longer wanted and the producer should return.
    public func send(_ frame: AudioFrame) -> Bool { queue.send(frame) }

    /// Blocks for a duration, or until the frames are no longer wanted.
    public func wait(for duration: Duration) { queue.wait(for: duration) }

    /// Whether the frames are no longer wanted.
    public var isCancelled: Bool { queue.isCancelled }
  }

  private let producer: Producer
  private var sampleLimit = Int.max
  private var isDone: @Sendable () -> Void = {}

  /// Creates frames from `produce`, which runs on its own thread until it returns, throws, or is cancelled through the sink.
  ///
  /// The thread starts and stops with the first iterator, so frames without a reader use no resources.
  ///
  /// - Parameters:
  ///   - capacity: The number of frames held for a slow reader.
  ///   - overflow: The handling of a frame when the queue is full.
  ///   - statistics: Counts the frames.
  ///   - produce: Produces the frames; may block.
  public init(
    capacity: Int, overflow: Overflow, statistics: CaptureStatistics,
    produce: @escaping @Sendable (Sink) throws(CaptureError) -> Void
  ) {
    producer = Producer(
      queue: FrameQueue(capacity: capacity, overflow: overflow, statistics: statistics), produce: produce)
  }

  /// Creates an iterator; each frame goes to only one iterator, so iterate once.
  public func makeAsyncIterator() -> AsyncIterator {
    producer.start()
    return AsyncIterator(lifetime: Lifetime(queue: producer.queue), sampleLimit: sampleLimit, isDone: isDone)
  }

  /// Reads the frames one by one.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let lifetime: Lifetime
    fileprivate let sampleLimit: Int
    fileprivate let isDone: @Sendable () -> Void
    fileprivate var hasGiven = false

    /// Returns the next frame, or nil at the end of the source or if the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(CaptureError) -> AudioFrame? {
      if hasGiven { isDone() }
      guard let frame = try await lifetime.queue.next(isolation: actor), frame.sampleTime < sampleLimit else { return nil }
      hasGiven = true
      return frame
    }
  }

  /// Returns the same frames and calls `isDone` whenever the reader has finished with a frame and requests the next one.
  public func onFrameDone(_ isDone: @escaping @Sendable () -> Void) -> AudioFrames {
    var reporting = self
    reporting.isDone = isDone
    return reporting
  }

  /// Returns the frames that begin before a position, in samples.
  func limited(to sampleLimit: Int) -> AudioFrames {
    var limited = self
    limited.sampleLimit = sampleLimit
    return limited
  }

  /// Starts the thread once.
  private final class Producer: Sendable {
    let queue: FrameQueue
    private let produce: @Sendable (Sink) throws(CaptureError) -> Void
    private let isStarted = Atomic(false)

    init(queue: FrameQueue, produce: @escaping @Sendable (Sink) throws(CaptureError) -> Void) {
      self.queue = queue
      self.produce = produce
    }

    func start() {
      guard !isStarted.exchange(true, ordering: .relaxed) else { return }
      let thread = Thread { [queue, produce] in
        do throws(CaptureError) {
          try produce(Sink(queue: queue))
          queue.finish(nil)
        } catch {
          queue.finish(error)
        }
      }
      thread.name = "vocative-capture"
      thread.start()
    }
  }

  /// Stops the source when its iterator is released.
  fileprivate final class Lifetime: Sendable {
    let queue: FrameQueue
    init(queue: FrameQueue) { self.queue = queue }
    deinit { queue.cancel() }
  }
}
