import Synchronization

/// Prints and records texts instead of speaking them: the default, and a recorder for tests.
public final class RecordingSynthesizer: Synthesizer {
  private let spoken = Mutex<[String]>([])
  private let print: @Sendable (String) -> Void

  /// Creates a synthesizer that passes each text to `print`.
  public init(print: @escaping @Sendable (String) -> Void = { _ in }) {
    self.print = print
  }

  /// All texts so far, in order.
  public var texts: [String] { spoken.withLock { $0 } }

  /// Prints and records a text.
  public func speak(_ text: String) async throws(SpeechError) {
    spoken.withLock { $0.append(text) }
    print(text)
  }
}
