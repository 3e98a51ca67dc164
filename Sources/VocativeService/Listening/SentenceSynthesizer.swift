import Vocative

/// Says one sentence after the other, whoever has them said, and begins none once it is closed.
actor SentenceSynthesizer: Synthesizer {
  private let synthesizer: any Synthesizer
  private let willSpeak: @Sendable () -> Void
  private var isSpeaking = false
  private var isClosed = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Parameter willSpeak: Called when something is about to be said.
  init(_ synthesizer: any Synthesizer, willSpeak: @escaping @Sendable () -> Void = {}) {
    self.synthesizer = synthesizer
    self.willSpeak = willSpeak
  }

  func speak(_ text: String) async throws(SpeechError) {
    if isSpeaking {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      isSpeaking = true
    }
    defer { passOn() }
    guard !isClosed else { return }
    willSpeak()
    try await synthesizer.speak(text)
  }

  /// Lets the sentence that is being said be the last.
  func close() { isClosed = true }

  private func passOn() {
    guard !waiting.isEmpty else {
      isSpeaking = false
      return
    }
    waiting.removeFirst().resume()
  }
}
