import VocativeCapture
import VocativeDetection

extension TurnLoop {
  /// Notifies the arbiter of a keyphrase that starts a turn.
  func announce(_ hit: KeyphraseHit) async {
    guard arbitration.isCall(hit) else { return }
    let level = InputLevel(of: await hearing.samples(in: hit.start..<hit.end)).rms
    arbitration.announce(TurnCall(phrase: hit.keyphrase.text, score: hit.margin, level: level))
  }
}
