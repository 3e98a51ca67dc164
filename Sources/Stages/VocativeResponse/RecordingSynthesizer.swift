import Synchronization

/// Prints what would be said, and keeps it: the default, and what tests listen to.
public final class RecordingSynthesizer: Synthesizer {
  private let spoken = Mutex<[String]>([])
  private let print: @Sendable (String) -> Void

  /// A synthesizer that hands each text to `print`.
  public init(print: @escaping @Sendable (String) -> Void = { _ in }) {
    self.print = print
  }

  /// Everything that was said so far, in order.
  public var texts: [String] { spoken.withLock { $0 } }

  /// Prints and keeps a text.
  public func speak(_ text: String) async throws(SpeechError) {
    spoken.withLock { $0.append(text) }
    print(text)
  }
}
