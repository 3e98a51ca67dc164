import NIOCore
import Vocative
import WyomingProtocol

extension WyomingClient {
  /// Exchanges messages with a wake word service until it disconnects or stops to answer.
  ///
  /// - Parameter wakeWords: The requests and detections; nil if they are not needed any more.
  ///
  /// - Throws: `WyomingClientError` when the exchange ends.
  func exchangeWakeWords(
    clock: any Clock<Duration>, _ wakeWords: @escaping @Sendable () -> WyomingWakeWords?
  ) async throws {
    guard let messages = wakeWords()?.connect() else { throw CancellationError() }
    try await connect().executeThenClose { incoming, outgoing in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await Self.send(.describe, outgoing)
          for await message in messages { try await Self.send(message, outgoing) }
          throw fault("it does not read the audio fast enough")
        }
        group.addTask {
          var parser = WyomingEventParser(limits: Self.answerLimits)
          for try await buffer in incoming {
            parser.append(buffer.readableBytesView)
            while let event = try parser.next() {
              switch event.knownType {
              case .info:
                if let reason = wakeWords()?.receive(try event.message(WyomingEvent.Info.self)) { throw fault(reason) }
              case .detection: wakeWords()?.receive(try event.message(WyomingEvent.Detection.self))
              case .error: throw fault(try event.message(WyomingEvent.Error.self).text)
              default: break
              }
            }
          }
          throw fault("it closed the connection")
        }
        group.addTask {
          while true {
            try await clock.sleep(for: limit)
            guard let wakeWords = wakeWords() else { throw CancellationError() }
            guard wakeWords.askAgain() else { throw fault("it did not answer within \(limit)") }
          }
        }
        // The first task that ends cancels the others.
        defer { group.cancelAll() }
        try await group.next()
      }
    }
  }

  private static func send(
    _ message: WyomingWakeWords.Message, _ outgoing: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) async throws {
    let format = WyomingAudioFormat(rate: AudioFrame.sampleRate, width: 2, channels: 1)
    let events: [WyomingEvent]
    switch message {
    case .describe: events = [try WyomingEvent(WyomingEvent.Describe())]
    case .begin(let names):
      events = [
        try WyomingEvent(WyomingEvent.Detect(names: names)), try WyomingEvent(WyomingEvent.AudioStart(format, timestamp: 0)),
      ]
    case .audio(let samples, let position):
      let timestamp = position / (AudioFrame.sampleRate / 1000)
      events = [
        try WyomingEvent(WyomingEvent.AudioChunk(format, timestamp: timestamp), payload: samples.littleEndianBytes)
      ]
    }
    for event in events { try await outgoing.write(ByteBuffer(bytes: try event.bytes)) }
  }
}
