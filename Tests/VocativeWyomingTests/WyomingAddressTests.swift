import Testing
import VocativeWyoming

@Suite("The address of a Wyoming service")
struct WyomingAddressTests {
  @Test(
    "An address is parsed from a URI, and formatted as the same URI",
    arguments: [
      ("tcp://127.0.0.1:10300", WyomingAddress.tcp(host: "127.0.0.1", port: 10_300), true),
      ("tcp://localhost:0", .tcp(host: "localhost", port: 0), true), ("tcp://[::1]:10300", .tcp(host: "::1", port: 10_300), true),
      ("tcp://0.0.0.0:10300", .tcp(host: "0.0.0.0", port: 10_300), false),
      ("tcp://192.168.1.5:65535", .tcp(host: "192.168.1.5", port: 65_535), false),
      ("tcp://box.local:10300", .tcp(host: "box.local", port: 10_300), false),
      ("unix:///run/vocative/wyoming", .unix(path: "/run/vocative/wyoming"), true),
    ])
  func read(uri: String, address: WyomingAddress, isLocal: Bool) throws {
    #expect(try WyomingAddress(uri: uri) == address)
    #expect(address.description == uri)
    #expect(address.isLocal == isLocal)
  }

  @Test(
    "An invalid address is rejected with an example, and without its password",
    arguments: [
      "", "127.0.0.1:10300", "tcp://127.0.0.1", "tcp://127.0.0.1:", "tcp://:10300", "tcp://127.0.0.1:65536", "tcp://a:-1",
      "tcp://::1:10300", "tcp://[127.0.0.1]:1", "unix://", "unix://run/wyoming", "http://127.0.0.1:1", "tcp://a/b:1",
      "tcp://me:secret@a:1", "tcp://secret@a:1", "tcp://me:secret@a", "http://me:secret@a:1", "me:secret@a:1",
    ])
  func refused(uri: String) {
    let error = #expect(throws: WyomingAddressError.self) { try WyomingAddress(uri: uri) }
    #expect(error?.description.contains("tcp://127.0.0.1:10300") == true)
    #expect(error?.description.contains("secret") == false)
  }

  @Test("The default address is a socket of the user, beside the control socket")
  func own() {
    #expect(WyomingAddress.user.isLocal)
    #expect(WyomingAddress.user.description.hasPrefix("unix:///"))
    #expect(
      WyomingAddress.user.description.hasSuffix("vocative/wyoming") || WyomingAddress.user.description.hasSuffix("/run/wyoming"))
    #expect(!WyomingAddress.user.description.hasPrefix("unix:///tmp/vocative-"))
  }
}
