import Vocative

/// Speaks sentences from all sources one at a time, and starts none after it is closed.
actor SentenceSynthesizer: Synthesizer {
  private let synthesizer: any Synthesizer
  private var isSpeaking = false
  private var isClosed = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ synthesizer: any Synthesizer) { self.synthesizer = synthesizer }

  func speak(_ text: String) async throws(SpeechError) {
    guard await begin() else { return }
    defer { passOn() }
    try await synthesizer.speak(text)
  }

  func play(_ earcon: Earcon) async throws(SpeechError) {
    guard await begin() else { return }
    defer { passOn() }
    try await synthesizer.play(earcon)
  }

  func play(_ speech: SpeechEngine.Speech) async throws(SpeechError) {
    guard await begin() else { return }
    defer { passOn() }
    try await synthesizer.play(speech)
  }

  /// Closes the synthesizer; the current sentence is the last.
  func close() { isClosed = true }

  /// Waits for its turn; returns false if the synthesizer is closed.
  private func begin() async -> Bool {
    if isSpeaking {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      isSpeaking = true
    }
    if isClosed { passOn() }
    return !isClosed
  }

  private func passOn() {
    guard !waiting.isEmpty else {
      isSpeaking = false
      return
    }
    waiting.removeFirst().resume()
  }
}
