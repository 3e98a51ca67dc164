import Foundation
import Vocative
import VocativeTuning

/// Handles the forms of the settings.
struct PageSettings: Sendable {
  /// The result of a form.
  enum Outcome: Sendable {
    /// Success, with a word for the redirect URL that selects the message.
    case done(String)
    /// The pronunciations of words, to show.
    case found([WordPronunciation])
    /// A recording has begun or ended, whose steps the page of the recording shows.
    case recording
    /// Failure, with the reason and the remedy.
    case failed(String)
  }

  let owner: PageOwner
  let calibration: SpottingCalibrationFile

  /// The messages of successful forms, by the word in the URL.
  static let messages = [
    "muted": "The microphone is muted.", "unmuted": "The microphone is not muted by you anymore.",
    "voice": "The voice is changed.", "assistant": "The assistants are changed.",
    "devices": "The devices are changed. Restart to use them.", "unchanged": "Nothing is changed.",
    "tuned": "The threshold is changed.",
    "pronunciation": "The pronunciation is saved. Restart to use it.", "restart": "Restarting. Reload the page in a few seconds.",
  ]

  /// The change of a threshold, in decades.
  private static let thresholdStep = 2.0

  /// Performs a form.
  func receive(_ name: String, _ form: [String: String]) async -> Outcome? {
    do {
      switch name {
      case "mute": return try await mute(form)
      case "voice": return try await changeVoice(form)
      case "assistants": return try await setAssistant(form)
      case "devices": return try await changeDevices(form)
      case "tuning": return try await moveThreshold(form)
      case "recording": return try await tune(form)
      case "pronunciations": return try await pronunciations(form)
      case "restart":
        guard let restart = owner.restart else { return .failed("This program can't restart itself.") }
        // A restart forgets the wrong passphrases, and would let a viewer of the page guess without a wait.
        guard await !owner.loop.runtime.hasWrongWrittenPassphrase else {
          return .failed(
            "The last passphrase from the page or another program was wrong. Enter the right one, or restart with \"vocative restart\"."
          )
        }
        restart()
        return .done("restart")
      default: return nil
      }
    } catch {
      return .failed(ErrorMessage.text(for: error))
    }
  }

  /// Mutes or unmutes; a field with another value must not unmute.
  private func mute(_ form: [String: String]) async throws -> Outcome {
    guard let isMuted = ["on": true, "off": false][form["mute"] ?? ""] else { return .failed("\"mute\" must be on or off.") }
    if isMuted { try await owner.loop.mute() } else { try await owner.loop.unmute() }
    return .done(isMuted ? "muted" : "unmuted")
  }

  private func changeVoice(_ form: [String: String]) async throws -> Outcome {
    guard let volume = Int(form["volume"] ?? ""), let speed = Int(form["speed"] ?? "") else {
      return .failed("Write the volume and the speed as whole numbers.")
    }
    let voice = form["voice"].flatMap { $0.isEmpty ? nil : $0 }
    try await owner.speech.apply(SpeechChange(volume: volume, speed: speed, voice: voice))
    return .done("voice")
  }

  private func setAssistant(_ form: [String: String]) async throws -> Outcome {
    guard let assistants = owner.assistants else { return .failed("This program doesn't manage assistants.") }
    guard let isEnabled = ["true": true, "false": false][form["enabled"] ?? ""] else {
      return .failed("\"enabled\" must be true or false.")
    }
    try await assistants.set(form["name"] ?? "", isEnabled: isEnabled)
    return .done("assistant")
  }

  private func changeDevices(_ form: [String: String]) async throws -> Outcome {
    guard let change = owner.changeDevices else { return .failed("This program uses the devices of its command line.") }
    let devices = PageOwner.Devices(input: form["input"] ?? "", output: form["output"] ?? "")
    let known = await SoundDevices.presentLater().pcms
    let chosen = await owner.chosenDevices()
    // Devices in use or chosen earlier can stay, even if they are not present.
    let inputs = [owner.devices.input, chosen.input] + known.filter(\.captures).map(\.name)
    let outputs = [owner.devices.output, chosen.output] + known.filter(\.plays).map(\.name)
    guard inputs.contains(devices.input), outputs.contains(devices.output) else {
      return .failed("There is no device of that name.")
    }
    guard devices != chosen else { return .done("unchanged") }
    try await change(
      devices.input == chosen.input ? nil : devices.input, devices.output == chosen.output ? nil : devices.output)
    return .done("devices")
  }

  private func moveThreshold(_ form: [String: String]) async throws -> Outcome {
    guard let tuned = try calibration.read(), let phrase = tuned.phrases.first(where: { $0.text == form["phrase"] }) else {
      return .failed("That phrase is not tuned.")
    }
    guard let step = ["stricter": Self.thresholdStep, "looser": -Self.thresholdStep][form["change"] ?? ""] else {
      return .failed("\"change\" must be stricter or looser.")
    }
    let range = SpottingCalibration.thresholds
    let moved = SpottingCalibration.Phrase(
      text: phrase.text, log10Threshold: min(max(phrase.log10Threshold + step, range.lowerBound), range.upperBound),
      falseAlarmsPerHour: phrase.falseAlarmsPerHour, recordings: phrase.recordings, negativeHours: phrase.negativeHours,
      date: phrase.date)
    let plot = TuningContent.plot(of: calibration).map { String(decoding: $0, as: UTF8.self) }
    _ = try await owner.loop.adopt(SpottingCalibration(acousticModel: tuned.acousticModel, phrases: [moved]), plot: plot)
    return .done("tuned")
  }

  private func tune(_ form: [String: String]) async throws -> Outcome? {
    switch form["action"] {
    case "begin":
      guard let repetitions = Int(form["repetitions"] ?? ""), let seconds = Int(form["seconds"] ?? "") else {
        return .failed("Write the numbers as whole numbers.")
      }
      try await owner.tuning.begin(.init(phrase: form["phrase"] ?? "", repetitions: repetitions, roomSeconds: seconds))
      return .recording
    case "stop":
      owner.tuning.stop()
      return .recording
    case "apply":
      try await owner.tuning.adopt()
      return .done("tuned")
    default: return nil
    }
  }

  private func pronunciations(_ form: [String: String]) async throws -> Outcome {
    let (word, phones) = (form["word"] ?? "", form["phones"] ?? "")
    guard word.count <= 200, phones.count <= 200 else { return .failed("That's too long; 200 characters are the maximum.") }
    guard !phones.allSatisfy(\.isWhitespace) else {
      return .found(try await owner.loop.runtime.pronunciations(of: [word]))
    }
    try UserDictionaryFile.add(word, phones, for: owner.model)
    return .done("pronunciation")
  }
}

extension SoundDevices {
  /// Returns the devices that are present now; reading them blocks.
  static func presentLater() async -> SoundDevices {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: .present()) }
    }
  }
}
