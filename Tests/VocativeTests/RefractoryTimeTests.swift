import Testing
import Vocative
import VocativeDetection

@Suite("The refractory time after a wake phrase")
struct RefractoryTimeTests {
  private let second = 16_000

  private func hit(_ text: String, at start: Double) -> KeyphraseHit {
    KeyphraseHit(
      keyphrase: Keyphrase(text: text, kind: .wake, log10Threshold: -20), start: Int(start * 16_000),
      end: Int((start + 0.7) * 16_000), margin: 5)
  }

  @Test("The same phrase repeated in one breath is not a new hit, and the command is decoded from the repetition on")
  func repeated() {
    var machine = TurnMachine(addressing: .wakePhrase)
    _ = machine.receive(.speechStarted(at: second))
    #expect(machine.receive(.spotted(hit("hey assistant", at: 1.2))) == [.report(hit("hey assistant", at: 1.2))])
    #expect(machine.receive(.spotted(hit("hey assistant", at: 2.2))).isEmpty)
    let actions = machine.receive(.speechEnded(start: second, end: 4 * second))
    guard case .recognize(let range, .wakePhrase)? = actions.first else {
      Issue.record("\(actions)")
      return
    }
    #expect(range.lowerBound > 2 * second)
  }

  @Test("The same phrase later is a new hit, and a different one always is")
  func later() {
    var machine = TurnMachine(addressing: .wakePhrase)
    _ = machine.receive(.spotted(hit("hey assistant", at: 1)))
    #expect(machine.receive(.spotted(hit("hey computer", at: 1.8))).count == 1)
    #expect(machine.receive(.spotted(hit("hey computer", at: 3.6))).count == 1)
  }

  @Test("The refractory time does not restart with each repetition, and a late hit from before the answer is not a call")
  func television() {
    var machine = TurnMachine(addressing: .wakePhrase)
    let reports = (0..<10).map { machine.receive(.spotted(hit("hey assistant", at: 1 + Double($0)))).count }
    #expect(reports == [1, 0, 1, 0, 1, 0, 1, 0, 1, 0])
    machine.answered(expectsAnswer: false, now: 11 * second)
    #expect(machine.receive(.spotted(hit("hey assistant", at: 10.3))).isEmpty)
    #expect(machine.state == .idle)
  }
}
