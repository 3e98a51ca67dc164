import Foundation
import Synchronization

/// The frames of one source, produced on a thread of its own because devices and files block.
public struct AudioFrames: AsyncSequence, Sendable {
  /// An audio frame.
  public typealias Element = AudioFrame
  /// Why the source stopped before its end.
  public typealias Failure = CaptureError

  /// What happens to a frame that finds the queue full.
  public enum Overflow: Sendable {
    /// The producer waits: files and pipes lose nothing.
    case wait
    /// The frame is dropped and counted: a microphone does not wait.
    case drop
  }

  /// Takes the frames a producer makes.
  public struct Sink: Sendable {
    fileprivate let queue: FrameQueue

    /// Hands a frame on; false when nobody wants any more, and the producer should return.
    public func send(_ frame: AudioFrame) -> Bool { queue.send(frame) }

    /// Blocks for a time, or until nobody wants any more.
    public func wait(for duration: Duration) { queue.wait(for: duration) }

    /// Whether nobody wants any more.
    public var isCancelled: Bool { queue.isCancelled }
  }

  private let producer: Producer
  private var sampleLimit = Int.max
  private var isDone: @Sendable () -> Void = {}

  /// Frames sent by `produce`, which runs on its own thread until it returns, throws, or is told by the sink to stop.
  ///
  /// The thread starts with the first iterator and stops with it: frames that nobody iterates over occupy nothing.
  ///
  /// - Parameters:
  ///   - capacity: Frames held for a slow consumer.
  ///   - overflow: What happens to a frame that finds the queue full.
  ///   - statistics: Counts the frames.
  ///   - produce: Makes the frames, blocking as it needs to.
  public init(
    capacity: Int, overflow: Overflow, statistics: CaptureStatistics,
    produce: @escaping @Sendable (Sink) throws(CaptureError) -> Void
  ) {
    producer = Producer(
      queue: FrameQueue(capacity: capacity, overflow: overflow, statistics: statistics), produce: produce)
  }

  /// An iterator over the frames; the frames go to whoever asks first, so iterate once.
  public func makeAsyncIterator() -> AsyncIterator {
    producer.start()
    return AsyncIterator(lifetime: Lifetime(queue: producer.queue), sampleLimit: sampleLimit, isDone: isDone)
  }

  /// Reads one frame after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let lifetime: Lifetime
    fileprivate let sampleLimit: Int
    fileprivate let isDone: @Sendable () -> Void
    fileprivate var hasGiven = false

    /// The next frame, or nil at the end of the source or when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(CaptureError) -> AudioFrame? {
      if hasGiven { isDone() }
      guard let frame = try await lifetime.queue.next(isolation: actor), frame.sampleTime < sampleLimit else { return nil }
      hasGiven = true
      return frame
    }
  }

  /// The same frames; each time the reader asks for the next one, and so is done with the one before, that is told.
  public func telling(_ isDone: @escaping @Sendable () -> Void) -> AudioFrames {
    var telling = self
    telling.isDone = isDone
    return telling
  }

  /// The frames that begin before a position, in samples.
  func limited(to sampleLimit: Int) -> AudioFrames {
    var limited = self
    limited.sampleLimit = sampleLimit
    return limited
  }

  /// Starts the thread, once.
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

  /// Stops the source when its iterator is gone.
  fileprivate final class Lifetime: Sendable {
    let queue: FrameQueue
    init(queue: FrameQueue) { self.queue = queue }
    deinit { queue.cancel() }
  }
}
