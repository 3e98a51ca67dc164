import Vocative
import VocativeTuning

/// Converts what an owner can change to the values of the template.
enum SettingsContent {
  /// - Throws: The errors of the assistants' stores.
  static func values(
    of owner: PageOwner, calibration: SpottingCalibrationFile, message: PageContent.Message?, words: [WordPronunciation]
  ) async throws -> [String: Any] {
    let runtime = await owner.loop.runtime
    let status = await owner.loop.status
    var values: [String: Any] = [
      "assistant": runtime.assistant.name, "isMuted": status.mutedBy?.contains(.owner) == true,
      "isMutedByOthers": status.mutedBy.map { !$0.allSatisfy { $0 == .owner } } ?? false,
      "hasMessage": message != nil, "message": message?.text ?? "", "isFailure": message?.isFailure ?? false,
      "canRestart": owner.restart != nil, "hasWords": !words.isEmpty,
      "words": words.map { ["word": $0.word, "lines": $0.pronunciations.isEmpty ? ["unknown"] : $0.pronunciations] },
    ]
    values.merge(speech(owner.speech.status)) { $1 }
    values.merge(await devices(of: owner)) { $1 }
    let listings = try await owner.assistants?.listings() ?? []
    values["managesAssistants"] = owner.assistants != nil
    values["assistants"] = listings.map { listing in
      [
        "name": listing.name, "state": listing.state.rawValue, "hasReason": listing.reason?.isEmpty == false,
        "reason": listing.reason ?? "", "isEnabled": listing.enabled,
        "next": listing.enabled ? "false" : "true", "verb": listing.enabled ? "Disable" : "Enable",
      ]
    }
    values["tuning"] = TuningContent.values(of: calibration)
    values["wakePhrases"] = await owner.tuning.phrases
    values["isRecording"] = owner.tuning.isRunning
    values["phrases"] = ((try? calibration.read())?.phrases ?? []).map(\.text)
    return values
  }

  private static func speech(_ status: SpeechControl.Status) -> [String: Any] {
    [
      "volume": status.volume, "speed": status.speed, "hasSpeed": status.hasSpeed, "hasVoices": !status.voices.isEmpty,
      "voices": status.voices.map { ["name": $0, "isChosen": $0 == status.voice] },
    ]
  }

  private static func devices(of owner: PageOwner) async -> [String: Any] {
    let present = await SoundDevices.presentLater()
    let chosen = await owner.chosenDevices()
    func options(_ chosen: String, _ isFit: (SoundDevices.PCM) -> Bool) -> [[String: Any]] {
      var pcms = present.pcms.filter(isFit).map { (name: $0.name, summary: $0.summary) }
      if !pcms.contains(where: { $0.name == chosen }) { pcms.insert((chosen, ""), at: 0) }
      return pcms.map { pcm in
        let text = pcm.summary.isEmpty ? pcm.name : "\(pcm.name) (\(pcm.summary))"
        return ["name": pcm.name, "text": text, "isChosen": pcm.name == chosen]
      }
    }
    return [
      "canChangeDevices": owner.changeDevices != nil, "hasOtherDevices": chosen != owner.devices, "input": owner.devices.input,
      "output": owner.devices.output,
      "inputs": options(chosen.input, \.captures), "outputs": options(chosen.output, \.plays),
    ]
  }
}
