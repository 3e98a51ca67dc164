import Foundation

extension PhraseTuning {
  /// Returns the result as sentences that state its basis and its limits.
  ///
  /// - Parameter width: The maximum number of characters in a line.
  public func lines(falseAlarmsPerHour rate: Double, width: Int) -> [String] {
    var lines = [
      "\"\(phrase)\": threshold \(Self.power(log10Threshold)), predicted from its \(phoneCount) sound\(phoneCount == 1 ? "" : "s") \(Self.power(predicted))"
    ]
    lines.append(missLine)
    lines.append(alarmLine("your recordings without it", own, in: ownAlarms))
    lines += supportLines(rate) + raisingLines(rate)
    if bundled.hours > 0 {
      lines.append(alarmLine("bundled sentences (synthesized, as a substitute for real speech)", bundled, in: bundledAlarms))
    }
    if !similarAlarms.isEmpty {
      let sentences = similarAlarms.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
      lines.append(
        "it is spotted in bundled sentences that sound like wake phrases: \(sentences)\(similarAlarms.count > 3 ? " …" : "")")
    }
    lines += loweringLines(rate)
    if !faults.isEmpty {
      let reasons = faults.map(\.description).joined(separator: "; ")
      let advice = suggestion.map { "; try \"\($0)\"" } ?? "; choose a longer phrase with other sounds"
      lines.append("FAULT: \"\(phrase)\" cannot work: \(reasons)\(advice)")
      if !isWritten { lines.append("its threshold is not saved; the previous one stays in use") }
    }
    return lines.enumerated().flatMap { index, line in Self.wrapped(line, width: width, indent: index == 0 ? 0 : 2) }
  }

  /// Wraps a line; continuation lines are indented.
  private static func wrapped(_ text: String, width: Int, indent: Int) -> [String] {
    var lines = [String(repeating: " ", count: indent)]
    for word in text.split(separator: " ") {
      let isFirst = lines[lines.count - 1].allSatisfy { $0 == " " }
      if !isFirst, lines[lines.count - 1].count + 1 + word.count > max(width, 40) {
        lines.append(String(repeating: " ", count: indent + 2) + word)
      } else {
        lines[lines.count - 1] += (isFirst ? "" : " ") + word
      }
    }
    return lines
  }

  private var missLine: String {
    let weakest = weakest.map { "; the weakest score is \(Self.power($0))" } ?? ""
    guard !missed.isEmpty else { return "all \(recordings) recordings are spotted\(weakest)" }
    let names = missed.prefix(3).map(Self.fileName(of:)).joined(separator: ", ") + (missed.count > 3 ? " …" : "")
    return "\(missed.count) of \(recordings) recordings would be missed (\(names))\(weakest)"
  }

  private func alarmLine(_ what: String, _ count: AlarmCount, in names: [String]) -> String {
    guard count.hours > 0 else { return "\(what): none, so the false alarm rate in your room is unknown" }
    let bound = "fewer than \(Self.number(count.upperBound)) an hour (95 % sure)"
    let time = Self.time(count.hours)
    guard count.alarms > 0 else { return "\(what): no alarm in \(time), which only shows \(bound)" }
    let first = names.first.map { "; the clearest is in \"\(Self.fileName(of: $0))\"" } ?? ""
    return "\(what): \(count.alarms) alarm\(count.alarms == 1 ? "" : "s") in \(time), which shows \(bound)\(first)"
  }

  private func supportLines(_ rate: Double) -> [String] {
    // The number of hours without an alarm that would show the rate.
    let needed = Self.time(AlarmCount(alarms: 0, hours: 1).upperBound / rate)
    if own.upperBound <= rate { return ["that is enough to show \(Self.words(for: rate))"] }
    if choice.hours * rate >= 1 {
      return ["\(Self.words(for: rate)) is within the recorded range, and no more precise than that"]
    }
    guard let tail = choice.tail else {
      let used = choice.isRaised ? "" : ", so the predicted threshold is used"
      return [
        "\(Self.words(for: rate)) is not shown, and there are too few candidates for an extrapolation\(used);"
          + " \(needed) without an alarm would show it"
      ]
    }
    let source = choice.usesBundled ? "your recordings and the bundled sentences" : "your recordings"
    let alone = Self.number(tail.rate(at: choice.log10ThresholdForRate))
    return [
      "\(Self.words(for: rate)) is extrapolated from the \(tail.count) nearest candidates in \(source), and averaged with the prediction"
        + " (\(alone) an hour from the candidates alone); \(needed) without an alarm would show it"
    ]
  }

  private func raisingLines(_ rate: Double) -> [String] {
    guard let raisedBy, own.hours * rate < 1 else { return [] }
    let place = String(format: "\"%@\" at %.1f s", Self.fileName(of: raisedBy.recording), raisedBy.start)
    return [
      "your recordings without it have something like the phrase (\(place)), so the threshold is raised above that; if the phrase is"
        + " said there, leave that recording out"
    ]
  }

  private func loweringLines(_ rate: Double) -> [String] {
    let lowered = choice.log10ThresholdForRate - log10Threshold
    guard lowered >= 0.1 else { return [] }
    let expected =
      expectedRate.map { "expect about \(Self.number($0)) an hour" } ?? "the number of additional false alarms is unknown"
    return [
      String(
        format: "lowered by %.1f decades from the value for %@, so that fewer recordings are missed; ", lowered,
        Self.words(for: rate))
        + expected
    ]
  }

  private static func fileName(of name: String) -> String { name.split(separator: "/").last.map(String.init) ?? name }

  static func power(_ logarithm: Double) -> String { String(format: "1e%.1f", logarithm) }

  /// Returns a rate with an appropriate number of digits.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "any number" }
    return value >= 10 ? String(format: "%.0f", value) : String(format: "%.2g", value)
  }

  static func time(_ hours: Double) -> String {
    let seconds = hours * 3600
    if seconds < 90 { return String(format: "%.0f seconds", seconds) }
    return hours < 2 ? String(format: "%.0f minutes", hours * 60) : String(format: "%.0f hours", hours)
  }

  static func words(for rate: Double) -> String {
    rate < 1
      ? "one false alarm in \(String(format: "%.3g", 1 / rate)) hours" : "\(String(format: "%.3g", rate)) false alarms an hour"
  }
}
