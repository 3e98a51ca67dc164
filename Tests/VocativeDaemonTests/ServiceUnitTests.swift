import Foundation
import Testing
import VocativeTestSupport

/// The unit file of the packaged service.
@Suite("The unit of the service")
struct ServiceUnitTests {
  /// The settings of the section `[Service]`, by name.
  private static func settings() throws -> [String: [String]] {
    let text = try String(
      contentsOfFile: Repository.path("Sources/Programs/VocativeDaemon/Packaging/vocatived.service.in"), encoding: .utf8)
    var settings: [String: [String]] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { settings[parts[0], default: []].append(parts[1]) }
    }
    return settings
  }

  @Test("It limits descriptors above the connection limits of all sockets, and memory to a share of the computer's")
  func limits() throws {
    let settings = try Self.settings()
    let descriptors = try #require(settings["LimitNOFILE"]?.first.flatMap { Int($0) })
    // The connections of the page, Wyoming, the satellite, the metrics and the control socket; half of all is for the rest.
    #expect(descriptors >= 2 * (320 + 256 + 8 + 16 + 16))
    let memory = try #require(settings["MemoryMax"]?.first)
    #expect(memory.hasSuffix("%"))
    let percent = try #require(Int(memory.dropLast()))
    // Decoders of clients use at most an eighth, and the recognition models have to fit beside them.
    #expect((25...80).contains(percent))
  }

  @Test("A crash stores no core dump, which would contain the passphrase and audio")
  func coreDumps() throws {
    #expect(try Self.settings()["LimitCORE"] == ["0"])
  }

  @Test("It loads the driver for sound before it starts, or it could not open a sound card that is plugged in later")
  func soundDriver() throws {
    let settings = try Self.settings()
    #expect(settings["DeviceAllow"] == ["char-alsa rw"])
    #expect(settings["Wants"]?.contains("modprobe@snd.service") == true)
    #expect(settings["After"]?.first?.split(separator: " ").contains("modprobe@snd.service") == true)
  }

  @Test("It runs as its own user without capabilities, in folders of its own, and reaches only this computer")
  func confinement() throws {
    let settings = try Self.settings()
    #expect(settings["User"] == ["vocative"])
    #expect(settings["CapabilityBoundingSet"] == [""] || settings["CapabilityBoundingSet"] == nil)
    #expect(settings["NoNewPrivileges"] == ["yes"])
    #expect(settings["StateDirectory"] == ["vocative"] && settings["RuntimeDirectory"] == ["vocative"])
    #expect(settings["IPAddressDeny"] == ["any"] && settings["IPAddressAllow"] == ["localhost"])
    #expect(settings["UMask"] == ["0077"])
  }
}
