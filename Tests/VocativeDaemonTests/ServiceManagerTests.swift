import Foundation
import FoundationNetworking
import Testing
import VocativeTestSupport

@Suite("vocatived under a service manager", .tags(.long), .serialized)
struct ServiceManagerTests {
  private static let answer =
    "You have saved one thousand two hundred forty dollars of two thousand dollars for summer vacation. "
    + "That leaves seven hundred sixty dollars to go."

  private static func microphone() throws -> SimulatedMicrophone {
    var microphone = try SimulatedMicrophone(playing: RawRecording.samples(of: "money/slt-breath-vacation-goal.wav"))
    microphone.speed = 2
    return microphone
  }

  @Test("The daemon is ready when audio arrives, feeds the watchdog, and stops at SIGTERM")
  func life() async throws {
    let daemon = try DaemonProcess([
      "--device", Self.microphone().device, "--output-device", SimulatedLoudspeaker().device,
    ])
    #expect(await daemon.tells("READY=1\nSTATUS=listening as all enabled assistants"), "\(daemon.log)")
    for _ in 0..<5 { #expect(await daemon.tells("WATCHDOG=1"), "\(daemon.log)") }
    daemon.signal(SIGTERM)
    #expect(await daemon.tells("STOPPING=1"))
    #expect(await daemon.end() == 0)
    #expect(!daemon.log.contains("vacation"), "no log contains the spoken words: \(daemon.log)")
  }

  @Test("Without a microphone at the start, the daemon waits for it, feeds the watchdog, and announces the fault")
  func noMicrophone() async throws {
    var microphone = try Self.microphone()
    microphone.faults = [.unplug(at: 0, refusing: 1_000_000)]
    let loudspeaker = SimulatedLoudspeaker()
    let daemon = try DaemonProcess([
      "--device", microphone.device, "--output-device", loudspeaker.device,
    ])
    #expect(await daemon.tells("STATUS=the device is missing"), "\(daemon.log)")
    #expect(await daemon.tells("READY=1\nSTATUS=the device is missing"), "the fault is the status until it ends")
    for _ in 0..<3 { #expect(await daemon.tells("WATCHDOG=1"), "\(daemon.log)") }
    let sentence = try await SynthesizedSpeech.samples(
      of: "I can't hear anything: the microphone is unplugged.", voice: "slt")
    #expect(await eventually { (try? loudspeaker.samples.count).map { $0 >= sentence.count } ?? false }, "\(daemon.log)")
    #expect(daemon.log.components(separatedBy: "the device is missing").count == 2, "once: \(daemon.log)")
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
  }

  @Test("At SIGTERM, a sentence that is nearly finished ends normally")
  func finished() async throws {
    // The loudspeaker is so fast that the sentence takes less than half a second.
    let loudspeaker = SimulatedLoudspeaker()
    let daemon = try DaemonProcess([
      "--device", Self.microphone().device, "--output-device", loudspeaker.device,
    ])
    #expect(await eventually { (try? loudspeaker.samples.isEmpty) == false }, "\(daemon.log)")
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
    let whole = try await SynthesizedSpeech.samples(of: Self.answer, voice: "slt")
    #expect(try loudspeaker.samples.count >= whole.count)
  }

  @Test("SIGTERM cuts off a long sentence")
  func cutOff() async throws {
    var loudspeaker = SimulatedLoudspeaker()
    loudspeaker.speed = 1
    let daemon = try DaemonProcess([
      "--device", Self.microphone().device, "--output-device", loudspeaker.device,
    ])
    #expect(await eventually { (try? loudspeaker.samples.isEmpty) == false }, "\(daemon.log)")
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
    let whole = try await SynthesizedSpeech.samples(of: Self.answer, voice: "slt")
    #expect(try loudspeaker.samples.count < whole.count)
  }

  @Test("Each message in the journal is one line that starts with its priority")
  func journal() async throws {
    let daemon = try DaemonProcess(
      ["--device", Self.microphone().device, "--output-device", SimulatedLoudspeaker().device], isJournal: true)
    #expect(await daemon.tells("READY=1"), "\(daemon.log)")
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)
    let lines = daemon.log.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("<6>listening to ") })
    #expect(lines.allSatisfy { $0.wholeMatch(of: /<[0-7]>.+/) != nil }, "\(daemon.log)")
  }

  @Test("Metrics count hits and answers on a loopback address, and are off by default")
  func metrics() async throws {
    let daemon = try DaemonProcess([
      "--device", Self.microphone().device, "--output-device", SimulatedLoudspeaker().device, "--metrics-address", "127.0.0.1:0",
    ])
    #expect(await daemon.tells("READY=1"), "\(daemon.log)")
    #expect(await eventually { daemon.log.contains("/metrics") }, "\(daemon.log)")
    let address = try #require(daemon.log.firstMatch(of: /http:\S+/)).output
    let url = try #require(URL(string: String(address)))
    let other = url.deletingLastPathComponent().appending(path: "other")
    #expect(try await (URLSession.shared.data(from: other).1 as? HTTPURLResponse)?.statusCode == 404)
    // A web page can point a name of its own at this computer.
    let port = try #require(url.port.flatMap(UInt16.init(exactly:)))
    for (host, status) in [("rebound.example:\(port)", 421), ("localhost:\(port)", 200), ("127.0.0.1", 200)] {
      let client = try RawClient.connect(toPort: port)
      defer { close(client) }
      _ = "GET /metrics HTTP/1.1\r\nHost: \(host)\r\n\r\n".withCString { write(client, $0, strlen($0)) }
      var answer = [UInt8](repeating: 0, count: 12)
      _ = read(client, &answer, answer.count)
      #expect(String(decoding: answer, as: UTF8.self) == "HTTP/1.1 \(status)", "\(host)")
    }
    let old = try RawClient.connect(toPort: port)
    defer { close(old) }
    let head = await RawClient.ask(Array("GET /metrics HTTP/1.0\r\n\r\n".utf8), on: old, until: "Connection: close")
    #expect(head.contains("Connection: close"), "a client of HTTP/1.0 reads until the connection ends: \(head.prefix(300))")
    var text = ""
    for _ in 0..<10_000 where !text.contains("vocative_responses_total{code=\"success\"} 1") {
      let (data, response) = try await URLSession.shared.data(from: url)
      #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type")?.contains("version=0.0.4") == true)
      text = String(decoding: data, as: UTF8.self)
    }
    #expect(text.contains("vocative_responses_total{code=\"success\"} 1"), "\(text)")
    for line in [
      "# TYPE vocative_hits_total counter", "# TYPE vocative_requests_total counter",
      ",outcome=\"success\"} 1", "vocative_overruns_total 0", "# TYPE vocative_real_time_factor gauge",
      "vocative_state{state=\"muted\"} 0", "# TYPE vocative_spotting_latency_seconds histogram",
      "# TYPE vocative_answer_latency_seconds histogram",
    ] { #expect(text.contains(line), "\(line) in \(text)") }
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0)

    let quiet = try DaemonProcess([
      "--device", Self.microphone().device, "--output-device", SimulatedLoudspeaker().device,
    ])
    #expect(await quiet.tells("READY=1"), "\(quiet.log)")
    #expect(!quiet.log.contains("metrics"))
    quiet.signal(SIGTERM)
    #expect(await quiet.end() == 0)
  }
}
