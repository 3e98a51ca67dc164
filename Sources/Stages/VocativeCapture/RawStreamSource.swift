import Foundation

/// Raw 16 kHz mono 16 bit little-endian samples from a file descriptor, such as standard input.
public struct RawStreamSource: AudioSource {
  /// The stream's name, for messages.
  public let label: String
  /// Whether the source is live: false, because a pipe waits for its reader.
  public let isLive = false
  /// Counts of the frames read so far.
  public let statistics = CaptureStatistics()
  private let descriptor: Int32
  /// The first bytes of sound files: WAV, also with 64-bit sizes, AIFF, FLAC, Ogg and Core Audio.
  private static let signatures = ["RIFF", "RF64", "FORM", "fLaC", "OggS", "caff"]

  /// Creates a source that reads from an open file descriptor, which the caller continues to own.
  public init(descriptor: Int32 = 0, label: String = "standard input") {
    self.descriptor = descriptor
    self.label = label
  }

  /// Reads the stream to its end.
  public func frames() -> AudioFrames {
    AudioFrames(capacity: 64, overflow: .wait, statistics: statistics) { [descriptor, label] sink throws(CaptureError) in
      var pending: [UInt8] = []
      var sampleTime = 0
      var isFirst = true
      while Self.waitForInput(from: descriptor, for: sink) {
        let count = try Self.append(to: &pending, from: descriptor, label: label)
        if isFirst, pending.count >= 4 || count == 0 {
          isFirst = false
          if Self.signatures.contains(where: { pending.starts(with: $0.utf8) }) {
            throw .stream(
              "\(label) is a sound file, not raw samples (16 kHz, mono, 16 bit little-endian); "
                + "pass the file as an argument instead")
          }
        }
        let frameBytes = AudioFrame.sampleCount * 2
        var start = 0
        while pending.count - start >= frameBytes || (count == 0 && pending.count - start >= 2) {
          let end = min(start + frameBytes, start + (pending.count - start) / 2 * 2)
          let samples = [Int16](littleEndianBytes: pending[start..<end])
          guard sink.send(AudioFrame(samples: samples, sampleTime: sampleTime)) else { return }
          sampleTime += samples.count
          start = end
        }
        pending.removeFirst(start)
        if count == 0 { return }
      }
    }
  }

  /// Waits until a read would not block; returns false if the stream is no longer wanted, whose rest is left to the caller.
  private static func waitForInput(from descriptor: Int32, for sink: AudioFrames.Sink) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while !sink.isCancelled {
      // poll ignores a negative descriptor; for other failing descriptors it reports that a read would not block.
      if descriptor < 0 || poll(&request, 1, 100) > 0 { return !sink.isCancelled }
    }
    return false
  }

  private static func append(to pending: inout [UInt8], from descriptor: Int32, label: String) throws(CaptureError) -> Int {
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Foundation.read(descriptor, &block, block.count)
      if count >= 0 {
        pending += block.prefix(count)
        return count
      }
      guard errno == EINTR else { throw .stream("\(label) cannot be read: \(String(cString: strerror(errno)))") }
    }
  }
}
