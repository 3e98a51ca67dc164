public import VocativeIntents
import VocativeResponse

/// The intents with which a person changes the volume, the speed and the voice.
private enum SpeechIntents {
  static var feature: Feature {
    Feature("Speech") {
      IntentDefinition(
        SpeakLouder.self,
        phrases: [
          "(speak|talk) [a (bit|little)] louder", "[a (bit|little)] louder", "speak up", "[turn [the]] volume up",
          "turn up the volume",
        ])
      IntentDefinition(
        SpeakQuieter.self,
        phrases: [
          "(speak|talk) [a (bit|little)] (softer|quieter)", "[a (bit|little)] (softer|quieter)",
          "(speak|talk) more (softly|quietly)", "[turn [the]] volume down", "turn down the volume",
        ])
      IntentDefinition(
        SpeakFaster.self, phrases: ["(speak|talk) [a (bit|little)] faster", "(speak|talk) more quickly"])
      IntentDefinition(
        SpeakSlower.self, phrases: ["(speak|talk) [a (bit|little)] slower", "(speak|talk) more slowly"])
      IntentDefinition(SpeakNormally.self, phrases: ["(speak|talk) normally"])
      IntentDefinition(
        UseAnotherVoice.self, phrases: ["use (another|a different) voice", "(speak|talk) with (another|a different) voice"])
      IntentDefinition(DescribeVoice.self, phrases: ["(what's|what is) your voice", "(what|which) voice (is this|do you use)"])
    }
  }
}

extension RuntimeIntents {
  /// The intents with which a person changes the volume, the speed and the voice, and checks the microphone.
  public static func speech(_ control: SpeechControl) -> RuntimeIntents {
    var dependencies = Dependencies()
    dependencies.add(control)
    return RuntimeIntents(features: [SpeechIntents.feature, HearingIntents.feature], dependencies: dependencies)
  }
}

extension SpeechControl {
  /// The change of a volume or a speed that a person can hear, in percent.
  fileprivate static let step = 25

  /// Changes a percentage by one step; returns false at the end of the scale.
  fileprivate func move(
    _ value: WritableKeyPath<SpeechStyle, Int>, by step: Int, within range: ClosedRange<Int>
  ) async -> Bool {
    let next = min(max(style[keyPath: value] + step, range.lowerBound), range.upperBound)
    guard next != style[keyPath: value] else { return false }
    await changeAsSaid { $0[keyPath: value] = next }
    return true
  }

  /// Changes the speed by one step, if the engine can.
  fileprivate func moveSpeed(by step: Int, done: String, end: String) async -> IntentResponse {
    guard abilities.hasSpeed else { return .failure("I can't change my speed. My speech service sets it.") }
    return await move(\.speed, by: step, within: SpeechStyle.speeds) ? .success(done) : .failure(end)
  }
}

/// Raises the volume.
struct SpeakLouder: Intent {
  static let title = "Speak louder"
  static let isEligibleForPrediction = false
  @Dependency private var control: SpeechControl

  func perform() async throws -> IntentResponse {
    await control.move(\.volume, by: SpeechControl.step, within: SpeechStyle.volumes)
      ? .success("OK, I'm louder now.") : .failure("That's as loud as I get.")
  }
}

/// Lowers the volume.
struct SpeakQuieter: Intent {
  static let title = "Speak quieter"
  static let isEligibleForPrediction = false
  @Dependency private var control: SpeechControl

  func perform() async throws -> IntentResponse {
    await control.move(\.volume, by: -SpeechControl.step, within: SpeechStyle.volumes)
      ? .success("OK, I'm quieter now.") : .failure("That's as quiet as I get.")
  }
}

/// Raises the speed.
struct SpeakFaster: Intent {
  static let title = "Speak faster"
  static let isEligibleForPrediction = false
  @Dependency private var control: SpeechControl

  func perform() async throws -> IntentResponse {
    await control.moveSpeed(by: SpeechControl.step, done: "OK, I'm faster now.", end: "That's as fast as I get.")
  }
}

/// Lowers the speed.
struct SpeakSlower: Intent {
  static let title = "Speak slower"
  static let isEligibleForPrediction = false
  @Dependency private var control: SpeechControl

  func perform() async throws -> IntentResponse {
    await control.moveSpeed(by: -SpeechControl.step, done: "OK, I'm slower now.", end: "That's as slow as I get.")
  }
}

/// Returns to the volume, the speed and the voice of the settings.
struct SpeakNormally: Intent {
  static let title = "Speak normally"
  static let isEligibleForPrediction = false
  @Dependency private var control: SpeechControl

  func perform() async throws -> IntentResponse {
    await control.reset()
    return .success("OK, back to normal.")
  }
}

/// Uses the next voice.
struct UseAnotherVoice: Intent {
  static let title = "Use another voice"
  static let isEligibleForPrediction = false
  @Dependency private var control: SpeechControl

  func perform() async throws -> IntentResponse {
    let voices = control.abilities.voices
    guard voices.count > 1 else { return .failure("I only have this voice.") }
    let current = control.status.voice.flatMap(voices.firstIndex) ?? 0
    let next = (current + 1) % voices.count
    await control.changeAsSaid { $0.voice = voices[next] }
    return .success("How's this? It's voice \(next + 1) of \(voices.count).")
  }
}

/// Describes the voice.
struct DescribeVoice: Intent {
  static let title = "Describe the voice"
  static let isEligibleForPrediction = false
  @Dependency private var control: SpeechControl

  func perform() async throws -> IntentResponse {
    let status = control.status
    let place = status.voice.flatMap(status.voices.firstIndex).map { "This is voice \($0 + 1) of \(status.voices.count). " } ?? ""
    let speed = status.hasSpeed ? " My speed is \(status.speed) percent." : ""
    var rows: [ResponseCard.Row] = [.init("Volume", "\(status.volume)%")]
    if let voice = status.voice { rows.insert(.init("Voice", voice), at: 0) }
    if status.hasSpeed { rows.append(.init("Speed", "\(status.speed)%")) }
    return .success(
      "\(place)My volume is \(status.volume) percent.\(speed)", card: ResponseCard(title: "Voice", rows: rows))
  }
}
