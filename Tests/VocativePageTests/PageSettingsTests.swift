import AssistantTestSupport
import Foundation
import NIOHTTP1
import Synchronization
import Testing
import Vocative
import VocativePage
import VocativeTestSupport
import VocativeTuning

@Suite("Settings on the page", .tags(.long))
struct PageSettingsTests {
  private let owner = SettingsOwner()

  private func page(isComplete: Bool = true, passphrase: String? = nil) async throws -> RunningPage {
    try await RunningPage(passphrase: passphrase) { loop, _ in try owner.operations(of: loop, isComplete: isComplete) }
  }

  @Test("The settings are shown with their current values, and the first page leads to them")
  func shown() async throws {
    let page = try await page()
    #expect(try await page.get("/").text.contains("<a href=\"/settings\">Settings</a>"))
    let html = try await page.get("/settings").text
    #expect(html.contains("name=\"volume\" type=\"number\" min=\"10\" max=\"150\" step=\"1\" value=\"100\""))
    #expect(html.contains("max=\"200\" step=\"1\""), "every volume and speed that the command line accepts can stay")
    #expect(html.contains("<option value=\"slt\" selected>slt</option><option value=\"rms\">rms</option>"))
    #expect(html.contains("<option value=\"mic\" selected>mic</option>"))
    #expect(html.contains("aria-label=\"Disable notes\""))
    #expect(html.contains("notes <small>ready</small>"))
    #expect(html.contains("Restart Vocative"))
    #expect(!html.contains("<script"), "the settings need no JavaScript")
  }

  @Test("A page without an owner has no settings, and one of a program without a daemon has fewer")
  func fewer() async throws {
    let plain = try await RunningPage()
    #expect(try await !plain.get("/").text.contains("/settings"))
    #expect(try await plain.get("/settings").status == 404)
    #expect(try await plain.post("/settings/mute", ["mute": "on"]).status == 404)
    let page = try await page(isComplete: false)
    let html = try await page.get("/settings").text
    #expect(html.contains("Records from <code>mic</code> and speaks on <code>speaker</code>."))
    #expect(!html.contains("Restart Vocative") && !html.contains("Disable notes"))
    #expect(try await page.post("/settings/restart", ["restart": "yes"]).status == 422)
    #expect(try await page.post("/settings/devices", ["input": "mic", "output": "speaker"]).status == 422)
    #expect(try await page.post("/settings/assistants", ["name": "notes", "enabled": "false"]).status == 422)
    #expect(try await page.post("/settings/nothing", [:]).status == 404)
  }

  @Test("The settings need the token, and only the page's own forms change them")
  func guarded() async throws {
    let page = try await page()
    let form = ["restart": "yes"]
    #expect(try await page.get("/settings", isStranger: true).status == 401)
    #expect(try await page.post("/settings/restart", form, isStranger: true).status == 401)
    #expect(try await page.post("/settings/restart", form, headers: [("Origin", "http://evil.example")]).status == 403)
    #expect(try await page.get("/settings/restart").status == 404)
    #expect(owner.restarts.withLock { $0 } == 0)
    #expect(try await page.post("/settings/restart", form).status == 303)
    #expect(owner.restarts.withLock { $0 } == 1)
  }

  @Test("After a wrong passphrase on the page, its restart is refused until the right one: a restart would forget the guesses")
  func restartAfterGuess() async throws {
    let page = try await page(passphrase: "seven green bottles")
    var form = ["phrase": "sesame street", "requests": "protected goal", "passphrase": "open sesame"]
    _ = try await page.post("/shortcuts", form)
    let refused = try await page.post("/settings/restart", [:])
    #expect(
      refused.status == 422 && refused.text.contains("The last passphrase from the page or another program was wrong."),
      "\(refused.text)")
    #expect(owner.restarts.withLock { $0 } == 0)
    form["passphrase"] = "seven green bottles"
    #expect(try await page.post("/shortcuts", form).status == 303)
    #expect(try await page.post("/settings/restart", [:]).status == 303)
    #expect(owner.restarts.withLock { $0 } == 1)
  }

  @Test("The microphone is muted and unmuted")
  func mute() async throws {
    let page = try await page()
    #expect(try await page.post("/settings/mute", ["mute": "on"]).headers.first(name: "Location") == "/settings?done=muted")
    #expect(try await page.get("/settings?done=muted").text.contains("The microphone is muted."))
    #expect(try await page.get("/settings").text.contains("<button>Unmute</button>"))
    #expect(try await page.post("/settings/mute", ["mute": "off"]).status == 303)
    #expect(try await page.get("/settings").text.contains("<button>Mute</button>"))
  }

  @Test("A form whose field is missing or has another value changes nothing", arguments: [[:], ["mute": "yes"], ["mute": "ON"]])
  func unclear(form: [String: String]) async throws {
    let page = try await page()
    _ = try await page.post("/settings/mute", ["mute": "on"])
    let answer = try await page.post("/settings/mute", form)
    #expect(answer.status == 422)
    #expect(answer.text.contains("&quot;mute&quot; must be on or off."), "\(answer.text)")
    #expect(try await page.get("/settings").text.contains("<button>Unmute</button>"))
    #expect(try await page.post("/settings/assistants", ["name": "notes"]).status == 422)
    #expect(try await page.get("/settings").text.contains("aria-label=\"Disable notes\""))
  }

  @Test("The volume, the speed and the voice change, and impossible ones are refused with the possible ones")
  func voice() async throws {
    let page = try await page()
    #expect(try await page.post("/settings/voice", ["volume": "80", "speed": "120", "voice": "rms"]).status == 303)
    #expect(owner.speech.style == SpeechStyle(volume: 80, speed: 120, voice: "rms"))
    for (form, reason) in [
      (["volume": "151", "speed": "100"], "the volume is from 10 to 150 percent, not 151"),
      (["volume": "100", "speed": "10"], "the speed is from 50 to 200 percent, not 10"),
      (["volume": "loud", "speed": "100"], "whole numbers"),
      (["volume": "100", "speed": "100", "voice": "<b>"], "there is no voice &quot;&lt;b&gt;&quot;"),
    ] {
      let answer = try await page.post("/settings/voice", form)
      #expect(answer.status == 422)
      #expect(answer.text.contains(reason), "\(answer.text)")
    }
    #expect(owner.speech.style == SpeechStyle(volume: 80, speed: 120, voice: "rms"))
  }

  @Test("An assistant is disabled and enabled, and an unknown one is refused")
  func assistants() async throws {
    let page = try await page()
    #expect(try await page.post("/settings/assistants", ["name": "notes", "enabled": "false"]).status == 303)
    #expect(try await page.get("/settings").text.contains("aria-label=\"Enable notes\""))
    #expect(try await page.post("/settings/assistants", ["name": "notes", "enabled": "true"]).status == 303)
    #expect(try await page.get("/settings").text.contains("aria-label=\"Disable notes\""))
    #expect(
      try await page.post("/settings/assistants", ["name": "x", "enabled": "true"]).text.contains("no assistant is called"))
  }

  @Test("Devices that are not present are refused, and the current ones can stay")
  func devices() async throws {
    let page = try await page()
    #expect(try await page.post("/settings/devices", ["input": "mic", "output": "/etc/passwd"]).status == 422)
    #expect(owner.changes.withLock { $0 } == [])
    let same = try await page.post("/settings/devices", ["input": "mic", "output": "speaker"])
    #expect(same.headers.first(name: "Location") == "/settings?done=unchanged")
    #expect(owner.changes.withLock { $0 } == [])
    #expect(try await !page.get("/settings").text.contains("until it restarts"))
  }

  @Test("The chosen devices are shown with those in use, and a change of one device keeps an earlier choice of the other")
  func chosenDevices() async throws {
    owner.chosen.withLock { $0 = .init(input: "usb", output: "hdmi") }
    let page = try await page()
    let html = try await page.get("/settings").text
    #expect(html.contains("<option value=\"usb\" selected>") && html.contains("<option value=\"hdmi\" selected>"))
    #expect(html.contains("records from <code>mic</code> and speaks on <code>speaker</code> until it restarts"))
    let changed = try await page.post("/settings/devices", ["input": "usb", "output": "speaker"])
    #expect(changed.headers.first(name: "Location") == "/settings?done=devices")
    #expect(owner.changes.withLock { $0 } == [[nil, "speaker"]])
    #expect(try await page.get("/settings").text.contains("<option value=\"usb\" selected>"))
  }

  @Test("An assistant with a fault is listed with the reason")
  func assistantFault() async throws {
    owner.fault.withLock { $0 = "its file is missing" }
    #expect(try await page().get("/settings").text.contains("notes <small>failed: its file is missing</small>"))
  }

  @Test("A word is looked up, and a pronunciation with an unknown phone is refused")
  func pronunciations() async throws {
    let page = try await page()
    let found = try await page.post("/settings/pronunciations", ["word": "goal", "phones": ""])
    #expect(found.status == 200)
    let refused = try await page.post("/settings/pronunciations", ["word": "goal", "phones": "G XX"])
    #expect(refused.status == 422)
    #expect(refused.text.contains("&quot;XX&quot; is not a phone of the model"))
    #expect(
      try await page.post("/settings/pronunciations", ["word": "two words", "phones": "G"]).text.contains("is not one word"))
  }

  @Test("A tuned phrase becomes easier and harder to hear, and the other figures stay")
  func tuning() async throws {
    let folder = try TemporaryFolder()
    let file = SpottingCalibrationFile(path: folder.path + "/calibration.json")
    let phrase = SpottingCalibration.Phrase(
      text: "hey assistant", log10Threshold: -20, falseAlarmsPerHour: 1, recordings: 5, negativeHours: 0.5,
      date: Date(timeIntervalSince1970: 0))
    try file.write(SpottingCalibration(acousticModel: "en-us", phrases: [phrase]))
    let page = try await RunningPage(folder: folder) { loop, _ in try owner.operations(of: loop, isComplete: true) }
    #expect(try await page.get("/settings").text.contains("aria-label=\"Hear “hey assistant” more easily\""))
    for (change, threshold) in [("looser", -22.0), ("stricter", -20), ("stricter", -18)] {
      #expect(try await page.post("/settings/tuning", ["phrase": "hey assistant", "change": change]).status == 303)
      let tuned = try #require(try file.read()?.phrases.first)
      #expect(tuned.log10Threshold == threshold)
      #expect(tuned.recordings == 5 && tuned.negativeHours == 0.5)
    }
    #expect(try await page.post("/settings/tuning", ["phrase": "hello", "change": "looser"]).text.contains("is not tuned"))
  }

  @Test("A wake phrase is recorded, its recordings are shown with their levels, and its threshold can be used")
  func recording() async throws {
    let gate = Gate()
    let audio = SampleSource(try RepeatedPhrase.samples(3, roomSeconds: 3), isLive: true) { position in
      if position == RepeatedPhrase.lead * 16_000 { gate.wait() }
    }
    let listening = Mutex<Task<Void, any Error>?>(nil)
    let listener = Mutex<TurnLoop?>(nil)
    let page = try await RunningPage { loop, _ in
      var operations = try owner.operations(of: loop, isComplete: true)
      operations.tuning = TuningSession(loop: loop, model: try RecognitionModel(), negatives: { [] })
      listening.withLock { $0 = Task { try await loop.run(audio) } }
      listener.withLock { $0 = loop }
      return operations
    }
    #expect(try await page.get("/settings").text.contains("<option>hey assistant</option>"))
    #expect(try await page.get("/recording").text.contains("Nothing is recorded yet."))
    #expect(try await page.get("/recording.svg").status == 404)
    await gate.arrived()
    let form = ["action": "begin", "phrase": "hey assistant", "repetitions": "3", "seconds": "2"]
    let begun = try await page.post("/settings/recording", form)
    #expect(begun.headers.first(name: "Location") == "/recording")
    #expect(try await page.get("/settings").text.contains("A phrase is being tuned."))
    #expect(try await page.post("/settings/recording", form).text.contains("a phrase is being tuned"))
    let loop = try #require(listener.withLock { $0 })
    #expect(try await eventually(asking: { await loop.isBusy }), "the tuning has the microphone before the first repetition")
    gate.open()
    // The page ends when the tuning has ended.
    let html = try await page.get("/recording").text
    for text in ["Say “hey assistant” (3 of 3).", "Recording 3 is accepted, at -", "The room is recorded, at -", "Done."] {
      #expect(html.contains(text), "\(html)")
    }
    #expect(html.contains("name=\"action\" value=\"stop\""))
    #expect(html.components(separatedBy: "<td>heard</td>").count == 4)
    #expect(html.contains("all 3 recordings are spotted"))
    #expect(html.hasSuffix("</html>\n"))
    #expect(!html.contains("<script"), "the recording needs no JavaScript")
    #expect(try await page.get("/recording.svg").text.contains("<svg"))
    let again = try await page.get("/recording").text
    #expect(!again.contains("value=\"stop\"") && again.contains("Use this threshold"))
    let used = try await page.post("/settings/recording", ["action": "apply"])
    #expect(used.headers.first(name: "Location") == "/settings?done=tuned")
    #expect(try await page.get("/settings?done=tuned").text.contains("from 3 recordings"))
    try await listening.withLock { $0 }?.value
  }

  @Test("A recording without a microphone shows the reason, and impossible requests are refused")
  func recordingRefused() async throws {
    let page = try await page()
    let form = ["action": "begin", "phrase": "hey assistant", "repetitions": "5", "seconds": "60"]
    #expect(try await page.post("/settings/recording", form, isStranger: true).status == 401)
    for (field, value, reason) in [
      ("phrase", "<b>", "is not a wake phrase"), ("repetitions", "2", "from 3 to 20, not 2"),
      ("seconds", "601", "from 0 to 600, not 601"), ("seconds", "many", "whole numbers"),
    ] {
      let answer = try await page.post("/settings/recording", form.merging([field: value]) { $1 })
      #expect(answer.status == 422)
      #expect(answer.text.contains(reason), "\(answer.text)")
      #expect(!answer.text.contains("<b>"))
    }
    #expect(try await page.post("/settings/recording", ["action": "apply"]).text.contains("nothing is tuned"))
    #expect(try await page.post("/settings/recording", ["action": "stop"]).status == 303)
    #expect(try await page.post("/settings/recording", ["action": "other"]).status == 404)
    #expect(try await page.post("/settings/recording", form).status == 303)
    #expect(try await page.get("/recording").text.contains("The tuning has ended: the microphone is not in use."))
  }

  @Test("The page never shows text from the URL of the settings")
  func reflection() async throws {
    #expect(try await !page().get("/settings?done=%3Cb%3Ehello").text.contains("hello"))
  }
}

/// The operations of a daemon, without the daemon.
private final class SettingsOwner: AssistantControl {
  let restarts = Mutex(0)
  /// The changed devices: for recording and for playback.
  let changes = Mutex<[[String?]]>([])
  let chosen = Mutex(PageOwner.Devices(input: "mic", output: "speaker"))
  let fault = Mutex<String?>(nil)
  let speech = SpeechControl(abilities: .init(voices: ["slt", "rms"]), logger: .silent)
  private let isEnabled = Mutex(true)

  func operations(of loop: TurnLoop, isComplete: Bool) throws -> PageOwner {
    var owner = PageOwner(
      loop: loop, speech: speech, devices: .init(input: "mic", output: "speaker"), model: try RecognitionModel())
    guard isComplete else { return owner }
    owner.assistants = self
    owner.restart = { [self] in restarts.withLock { $0 += 1 } }
    owner.chosenDevices = { [self] in chosen.withLock { $0 } }
    owner.changeDevices = { [self] input, output in
      changes.withLock { $0.append([input, output]) }
      chosen.withLock { $0 = .init(input: input ?? $0.input, output: output ?? $0.output) }
    }
    return owner
  }

  private static let notes = "notes"

  func listings() throws -> [AssistantListing] {
    let isEnabled = isEnabled.withLock { $0 }
    let fault = fault.withLock { $0 }
    var fields: [String: Any] = [
      "name": Self.notes, "kind": "built-in", "enabled": isEnabled, "state": isEnabled ? "ready" : "stopped",
    ]
    if let fault { fields.merge(["state": "failed", "reason": fault]) { $1 } }
    return [try JSONDecoder().decode(AssistantListing.self, from: JSONSerialization.data(withJSONObject: fields))]
  }

  func set(_ name: String, isEnabled: Bool) throws {
    guard name == Self.notes else { throw Refusal(description: "no assistant is called \"\(name)\"") }
    self.isEnabled.withLock { $0 = isEnabled }
  }

  private struct Refusal: Error, CustomStringConvertible {
    let description: String
  }
}
