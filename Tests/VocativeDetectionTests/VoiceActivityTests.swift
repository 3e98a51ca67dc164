import Foundation
import Testing
import VocativeDetection

@Suite("Voice activity")
struct VoiceActivityTests {
  /// Plays a score with one character for each tenth of a second.
  ///
  /// The characters are `.` for a quiet room, `#` for speech, `+` for a distant voice, `~` for a fan, `:` for a faint fan and `|` for a
  /// click of 10 ms. The result has the same length: `S` for a reported start of speech, `E` for an end and, if requested, `P` for a
  /// pause, `F` for faded speech and `I` for an interrupted silence.
  private func transitions(
    _ score: String, tellsPauses: Bool = false, configuration: VoiceActivityDetector.Configuration = .init()
  ) -> String {
    var detector = VoiceActivityDetector(configuration: configuration)
    var generator = Generator()
    var result = [Character](repeating: "-", count: score.count)
    func mark(_ transition: VoiceActivityDetector.Transition?) {
      switch transition {
      case .started(let position): result[position / 1600] = "S"
      case .paused(let position, let pause) where tellsPauses && pause != .beforeInterruption:
        result[position / 1600] = pause == .faded ? "F" : pause == .interrupted ? "I" : "P"
      case .paused: break
      case .ended(let position): result[min(position / 1600, score.count - 1)] = "E"
      case nil: break
      }
    }
    for character in score {
      detector.process(samples(of: character, from: &generator)).forEach { mark($0) }
    }
    mark(detector.finish())
    return String(result)
  }

  private func samples(of character: Character, from generator: inout Generator) -> [Int16] {
    let loudness: Int = character == "#" ? 6000 : character == "+" ? 1200 : character == "~" ? 400 : character == ":" ? 200 : 12
    return (0..<1600).map { index in
      Int16(generator.next(within: character == "|" && index < 160 ? 6000 : character == "|" ? 12 : loudness))
    }
  }

  @Test("Speech starts with its pre-roll and ends at its true end, not at the time of detection")
  func startAndEnd() {
    #expect(transitions("..........##########..........") == "-------S------------E---------")
  }

  @Test("A pause is reported at the end of the speech, before it is known whether the speech continues")
  func reportedPauses() {
    #expect(transitions("..........#####...#####...........", tellsPauses: true) == "-------S-------P--I----E----------")
    #expect(transitions("..........#####...", tellsPauses: true) == "-------S-------P-E")
  }

  @Test("A pause is reported when it is short and once more when it is long")
  func longPauses() {
    #expect(pauses("..........#####...#####...........", long: 0.4) == [.short, .interrupted, .short, .long])
    #expect(pauses("..........#####...#####...........", long: 0.21) == [.short, .long, .interrupted, .short, .long])
  }

  private func pauses(_ score: String, long: Double) -> [SpeechPause] {
    var configuration = VoiceActivityDetector.Configuration()
    configuration.longPause = long
    var detector = VoiceActivityDetector(configuration: configuration)
    var generator = Generator()
    return score.flatMap { character in
      detector.process(samples(of: character, from: &generator))
        .compactMap { if case .paused(_, let pause) = $0 { pause } else { nil } }
    }
  }

  @Test("In noise too loud for a pause, faded speech is reported at growing intervals")
  func fading() {
    let room = String(repeating: "~", count: 50)
    let found = transitions(room + "##########++++++++++++++++++++~~~~~~~~~~", tellsPauses: true).dropFirst(room.count)
    let reports = found.indices.filter { found[$0] == "F" }.map { found.distance(from: found.startIndex, to: $0) }
    #expect(reports == [14, 17, 21, 28], "\(found)")
  }

  @Test("Speech after a louder sound has not faded if the room is still fainter")
  func speechAfterLouderSound() {
    let louder = "##########++++++++++++++++++++"
    func reports(_ room: Character) -> String {
      transitions(String(repeating: room, count: 50) + louder, tellsPauses: true).filter { $0 == "F" }
    }
    #expect(reports("~") == "FFF")
    #expect(reports(":") == "")
  }

  @Test("A pause after faded speech in a loud room is reported as faded, and one in a quiet room is not")
  func pauseAfterFading() {
    let fan = String(repeating: "~", count: 50)
    let loud = transitions(fan + "##########+++++++++~~~~~", tellsPauses: true).dropFirst(fan.count).filter("PFE".contains)
    #expect(loud.hasPrefix("FF"))
    #expect(loud.hasSuffix("FE"), "faded, then paused")
    let quiet = transitions("..........#####++++++...#####..........", tellsPauses: true).filter("PFIE".contains)
    #expect(quiet == "PIE")
  }

  @Test("A short pause does not end speech; a long one does")
  func pauses() {
    #expect(transitions("..........#####...#####...........") == "-------S---------------E----------")
    #expect(transitions("..........#####..........#####........") == "-------S-------E------S-------E-------")
  }

  @Test("The pre-roll does not extend into earlier speech")
  func preRollStopsAtTheLastEnd() {
    #expect(transitions("..........#####......#####........").filter { $0 != "-" } == "SESE")
  }

  @Test("A click is not speech")
  func click() {
    #expect(transitions("..........|.........|.........") == "------------------------------")
  }

  /// A sound that follows speech.
  struct Sound: CustomTestStringConvertible {
    /// Seconds from the end of the speech.
    let delay: Double
    let duration: Double
    var testDescription: String { "\(duration) s after \(delay) s" }
  }

  /// The amplitudes of a quiet room, and of one with a fan.
  static let (quietRoom, loudRoom) = (12, 400)

  /// The transitions after a second of speech and other sounds, with their times.
  ///
  /// Times begin at the end of the speech; positions do not.
  ///
  /// - Parameter silenceBefore: Seconds of the room before the speech.
  private func reports(
    of sounds: [Sound], room: Int, silenceBefore: Double = 6
  ) -> [(time: Double, transition: VoiceActivityDetector.Transition)] {
    var detector = VoiceActivityDetector()
    var generator = Generator()
    return stride(from: Int((6 - silenceBefore) * 16_000), to: 9 * 16_000, by: 160).flatMap { start in
      let time = Double(start) / 16_000 - Self.speechEnd
      let isLoud = (-1..<0).contains(time) || sounds.contains { ($0.delay..<$0.delay + $0.duration).contains(time + 0.001) }
      let found = detector.process((0..<160).map { _ in Int16(generator.next(within: isLoud ? 6000 : room)) })
      // The fan is speech until it counts as noise.
      return time < 0 ? [] : found.map { (time + 0.01, $0) }
    }
  }

  private static let speechEnd = 7.0

  /// The ends of speech, in seconds after its true end.
  private func ends(in reports: [(time: Double, transition: VoiceActivityDetector.Transition)]) -> [Double] {
    reports.compactMap {
      if case .ended(let position) = $0.transition { Double(position) / 16_000 - Self.speechEnd } else { nil }
    }
  }

  @Test(
    "A burst of noise after speech in a quiet room does not restart the wait for its end",
    arguments: [0.2, 0.25, 0.3, 0.4], [0.01, 0.03, 0.06, 0.1])
  func burst(delay: Double, duration: Double) {
    let quiet = reports(of: [], room: Self.quietRoom)
    let disturbed = reports(of: [Sound(delay: delay, duration: duration)], room: Self.quietRoom)
    #expect(disturbed.map(\.transition) == quiet.map(\.transition))
    for (disturbed, quiet) in zip(disturbed, quiet) {
      // A report waits only for the end of the burst, which may be a word.
      #expect(disturbed.time <= max(quiet.time, delay + duration + 0.06) + 0.001)
    }
  }

  /// The times at which a sound is reported that interrupts a silence.
  private func interruptions(in reports: [(time: Double, transition: VoiceActivityDetector.Transition)]) -> [Double] {
    reports.compactMap { if case .paused(_, .interrupted) = $0.transition { $0.time } else { nil } }
  }

  @Test(
    "A sound that interrupts the silence after speech in a quiet room is reported when the wait would have ended, and again after 0.9 s",
    arguments: [0.2, 0.3, 0.4], [0.4, 0.6, 0.8, 1])
  func interruption(delay: Double, duration: Double) {
    let reports = reports(of: [Sound(delay: delay, duration: duration)], room: Self.quietRoom)
    let interruptions = interruptions(in: reports)
    #expect(interruptions.count == (duration < 0.9 ? 1 : 2) && (0.48..<0.58).contains(interruptions[0]), "\(reports)")
    let ends = ends(in: reports)
    #expect(ends.count == 1 && ends[0] >= delay + duration, "\(ends)")
  }

  @Test(
    "The end of the speech before an interruption is reported once after it", arguments: [quietRoom, loudRoom], [0.15, 0.18])
  func endBeforeInterruption(room: Int, delay: Double) {
    let reports = reports(of: [Sound(delay: delay, duration: 2)], room: room)
    let pauses = reports.compactMap { report -> (time: Double, end: Double, pause: SpeechPause)? in
      guard case .paused(let end, let pause) = report.transition else { return nil }
      return (report.time, Double(end) / 16_000 - Self.speechEnd, pause)
    }
    let found = pauses.filter { $0.pause == .beforeInterruption }
    #expect(found.count == 1 && (-0.02..<0.06).contains(found[0].end), "\(pauses)")
    let first = pauses.first { $0.pause == .interrupted }
    #expect(found.first.map { $0.time - 0.015 } ?? 0 < first?.time ?? 0, "\(pauses)")
    #expect(first?.time ?? 1 < found.first?.time ?? 0, "\(pauses)")
  }

  @Test("The end of the speech before an interruption is reported only once if it was a pause before")
  func endOfPauseBeforeInterruption() {
    let reports = reports(of: [Sound(delay: 0.3, duration: 0.6)], room: Self.quietRoom)
    #expect(interruptions(in: reports).count == 1)
    #expect(!reports.contains { if case .paused(_, .beforeInterruption) = $0.transition { true } else { false } }, "\(reports)")
  }

  @Test("Each silence that a sound interrupts is reported")
  func interruptions() {
    let sounds = [Sound(delay: 0.2, duration: 0.2), Sound(delay: 0.7, duration: 0.5)]
    let found = interruptions(in: reports(of: sounds, room: Self.quietRoom))
    #expect(found.count == 2 && (0.48..<0.58).contains(found[0]) && (0.88..<1).contains(found[1]), "\(found)")
  }

  @Test(
    "A sound that interrupts the faint sound after speech in a loud room is reported 0.7 s after the speech, and again after 0.9 s of it",
    arguments: [0.15, 0.2, 0.3, 0.4], [0.45, 0.6, 0.8, 1])
  func interruptionInLoudRoom(delay: Double, duration: Double) {
    let reports = reports(of: [Sound(delay: delay, duration: duration)], room: Self.loudRoom)
    let interruptions = interruptions(in: reports)
    #expect(interruptions.count == (duration < 0.9 ? 1 : 2) && (0.68..<0.78).contains(interruptions[0]), "\(reports)")
  }

  @Test(
    "A sound directly after speech is reported after 0.9 s, and again each time that it has become half as long again",
    arguments: [quietRoom, loudRoom], [0.05, 0.08])
  func soundAtOnce(room: Int, delay: Double) {
    let found = interruptions(in: reports(of: [Sound(delay: delay, duration: 2)], room: room)).map { $0 - delay }
    #expect(found.count == 2 && (0.88..<0.94).contains(found[0]) && (1.33..<1.39).contains(found[1]), "\(found)")
    #expect(interruptions(in: reports(of: [Sound(delay: delay, duration: 0.8)], room: room)).isEmpty)
  }

  @Test("Speech without a faint moment counts as a sound that may be noise only after its first half second")
  func longSpeech() {
    // One second of speech is before the sound.
    let found = interruptions(in: reports(of: [Sound(delay: 0, duration: 0.8)], room: Self.quietRoom))
    #expect(found.count == 1 && (0.38..<0.48).contains(found[0]), "\(found)")
  }

  @Test("Reports end after the start of the speech, however long a pause is")
  func endsOfReports() {
    var configuration = VoiceActivityDetector.Configuration()
    configuration.pause = 60
    let room = String(repeating: "~", count: 50)
    let found = transitions(room + "####~~~########++++++++++~~~~~", tellsPauses: true, configuration: configuration)
      .dropFirst(room.count - 5).filter("SIFE".contains)
    #expect(found == "SIFE")
  }

  @Test("An interruption in a loud room is reported in a recording that begins shortly before the command")
  func interruptionInShortRecording() {
    let reports = reports(of: [Sound(delay: 0.3, duration: 0.8)], room: Self.loudRoom, silenceBefore: 0.6)
    #expect(interruptions(in: reports).count == 1, "\(reports)")
  }

  @Test(
    "A sound in a loud room does not interrupt faint sound if one of them is short, because both are as in speech",
    arguments: [Sound(delay: 0.3, duration: 0.1), Sound(delay: 0.08, duration: 0.6)])
  func speechInLoudRoom(sound: Sound) {
    #expect(interruptions(in: reports(of: [sound], room: Self.loudRoom)).isEmpty)
  }

  @Test("Several bursts of noise in a quiet room do not restart the wait for the end of speech")
  func bursts() {
    let bursts = [0.17, 0.3, 0.4].map { Sound(delay: $0, duration: 0.03) }
    #expect(ends(in: reports(of: bursts, room: Self.quietRoom)) == ends(in: reports(of: [], room: Self.quietRoom)))
  }

  @Test(
    "A short sound in a loud room continues the speech, because faint words are detected only in part", arguments: [0.2, 0.4])
  func soundInLoudRoom(delay: Double) {
    let ends = ends(in: reports(of: [Sound(delay: delay, duration: 0.06)], room: Self.loudRoom))
    #expect(ends.count == 1 && ends[0] >= delay + 0.06, "\(ends)")
  }

  @Test(
    "A short word after a pause continues the speech, and no pause is reported in the middle of it",
    arguments: [quietRoom, loudRoom],
    [0.1, 0.15, 0.2, 0.3, 0.4].flatMap { delay in [0.15, 0.2, 0.3].map { Sound(delay: delay, duration: $0) } })
  func shortWord(room: Int, word: Sound) {
    // The sound may be a noise, and its interruption of a silence is reported as such.
    let found = reports(of: [word], room: room).filter {
      if case .paused(_, let pause) = $0.transition { pause != .interrupted && pause != .beforeInterruption } else { true }
    }
    let end = word.delay + word.duration
    #expect(found.allSatisfy { !(word.delay + 0.02..<end + 0.19).contains($0.time) }, "\(found)")
    let ends = ends(in: found)
    #expect(ends.count == 1 && (end..<end + 0.06).contains(ends[0]), "\(ends)")
  }

  @Test("A word that begins just before the end of speech is certain belongs to it", arguments: [quietRoom, loudRoom])
  func lateWord(room: Int) {
    let ends = ends(in: reports(of: [Sound(delay: 0.48, duration: 0.3)], room: room))
    #expect(ends.count == 1 && ends[0] >= 0.78, "\(ends)")
  }

  @Test("The release of a stop within 0.12 s belongs to the speech", arguments: [quietRoom, loudRoom], [0.06, 0.09, 0.12])
  func release(room: Int, closure: Double) {
    let ends = ends(in: reports(of: [Sound(delay: closure, duration: 0.03)], room: room))
    #expect(ends.count == 1 && ends[0] >= closure + 0.03, "\(ends)")
  }

  @Test("A steady fan becomes part of the noise within a few seconds, and speech over it is still detected")
  func fan() {
    let score = "..........~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~##########~~~~~~~~~~~~~~~"
    let found = transitions(score)
    #expect(found.filter { $0 != "-" } == "SESE", "the fan for a while, then the speech: \(found)")
    #expect(found.hasSuffix("S------------E--------------") || found.hasSuffix("S-------------E-------------"), "\(found)")
  }

  @Test("Speech is detected beside a tone as loud outside its band", arguments: [60.0, 7000])
  func noiseOutsideTheBand(frequency: Double) {
    var detector = VoiceActivityDetector()
    let second = 16_000
    let samples = (0..<9 * second).map { index in
      let time = Double(index) / Double(second)
      // The speech is a tone in the band, for one second.
      let speech = (6 * second..<7 * second).contains(index) ? 1000 * sin(2 * .pi * 1000 * time) : 0
      return Int16(1000 * sin(2 * .pi * frequency * time) + speech)
    }
    let found = detector.process(samples).compactMap { transition -> Double? in
      switch transition {
      case .started(let position), .ended(let position): Double(position) / Double(second)
      case .paused: nil
      }
    }
    // The tone alone is speech until it counts as the room's noise.
    let last = found.suffix(2)
    #expect(found.count == 4, "\(found)")
    #expect((5.6...6.1).contains(last.first ?? 0) && (6.9...7.2).contains(last.last ?? 0), "\(found)")
  }

  @Test("Speech from the first sample is detected")
  func startsWithSpeech() {
    #expect(transitions("##########..........").hasPrefix("S"))
  }

  @Test("Speech in progress ends when the audio stops")
  func audioStops() {
    #expect(transitions("..........##########") == "-------S-----------E")
  }

  @Test("Frames of any size give the same result")
  func frameSizes() {
    var generator = Generator()
    let samples = (0..<48_000).map { Int16(generator.next(within: (16_000..<32_000).contains($0) ? 6000 : 12)) }
    func events(_ size: Int) -> [VoiceActivityDetector.Transition] {
      var detector = VoiceActivityDetector()
      return stride(from: 0, to: samples.count, by: size).flatMap {
        detector.process(Array(samples[$0..<min($0 + size, samples.count)]))
      }
    }
    #expect(!events(320).isEmpty)
    #expect(events(320) == events(77))
    #expect(events(320) == events(48_000))
  }
}

/// A deterministic generator.
private struct Generator {
  private var state: UInt64 = 88_172_645_463_325_252

  mutating func next(within amplitude: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % (2 * amplitude + 1) - amplitude
  }
}
