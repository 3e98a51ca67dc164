import Foundation
import VocativeEvaluation

extension EvaluationLines {
  /// One recording: what was expected, what was heard, and the evidence.
  static func detail(of detail: RecordingDetail) -> String {
    var parts = [detail.isBaseline ? "plain \(detail.verdict)" : detail.verdict, detail.audio]
    parts.append(detail.snr.map { String(format: "%g dB", $0) } ?? "clean")
    if detail.isOpposite == true { parts.append("the opposite of the spoken command") }
    if let grammar = detail.grammar, grammar != detail.set { parts.append("against the grammar of \(grammar)") }
    if let phrases = detail.phrases {
      parts.append("expected \(list(detail.expectedPhrases ?? []))")
      parts += phrases.map(spotted)
    } else {
      parts.append("expected \(detail.expected.map(command) ?? "a rejection")")
      parts.append(heard(detail))
      if let confidence = detail.confidence { parts.append(String(format: "confidence %.2f", confidence)) }
      if let evidence = detail.evidence { parts.append(text(of: evidence)) }
      if let score = detail.wakeScore { parts.append(String(format: "wake phrase %.1f over its threshold", score)) }
    }
    parts.append(String(format: "%.2f s of audio, %.3f s to decode", detail.duration, detail.time))
    if let latency = detail.latency { parts.append(String(format: "latency %.0f ms", latency * 1000)) }
    return parts.joined(separator: "\t")
  }

  private static func heard(_ detail: RecordingDetail) -> String {
    let heard = detail.heard.map { "heard \"\($0.text ?? "")\" as \(command($0))" }
    guard let rejection = detail.rejection else { return heard ?? "heard nothing" }
    return "rejected: \(rejection)" + (heard.map { ", \($0)" } ?? "")
  }

  private static func command(_ command: RecordingDetail.Command) -> String {
    let slots = command.slots.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "\(command.intent ?? "nothing")(\(slots.joined(separator: ", ")))"
  }

  private static func text(of evidence: RecordingDetail.Evidence) -> String {
    String(
      format:
        "phone loop ahead by %.2f per frame, by %.2f in the worst 0.4 s; itself %.1f; %d frames, %d words",
      evidence.phraseAdvantage, evidence.worstStretchAdvantage, evidence.phoneLoopScore, evidence.frameCount,
      evidence.wordCount)
  }

  private static func spotted(_ spotted: RecordingDetail.Spotted) -> String {
    guard let score = spotted.score else { return "\"\(spotted.phrase)\" not found" }
    let threshold = spotted.threshold.map { String(format: "1e%.1f", $0) } ?? "any"
    return "\"\(spotted.phrase)\" scored "
      + String(format: "1e%.1f at %.2f to %.2f s ", score, spotted.start ?? 0, spotted.end ?? 0)
      + "(threshold \(threshold) at 1/h, " + String(format: "1e%.1f by default)", spotted.defaultThreshold)
  }

  private static func list(_ phrases: [String]) -> String {
    phrases.isEmpty ? "nothing" : phrases.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
