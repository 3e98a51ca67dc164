import Testing
import VocativeTestSupport
import VocativeWyoming

@Suite("Addresses and resources of Wyoming clients")
struct AllowedAddressesTests {
  @Test(
    "A list of allowed addresses can contain addresses and blocks",
    arguments: [
      "192.168.1.5", "192.168.1.0/24", "192.168.1.5, 10.0.0.0/8", "::1", "fd00::/8,fe80::1%eth0", "0.0.0.0/0", "::ffff:10.0.0.1",
    ])
  func lists(text: String) { #expect(AllowedAddresses(text)?.description == text) }

  @Test(
    "An invalid list of addresses is rejected",
    arguments: ["", "kitchen", "192.168.1", "192.168.1.5/33", "1.2.3.4,", "::/129", "1.2.3.4/x", "1.2.3.4/8/8"])
  func wrong(text: String) { #expect(AllowedAddresses(text) == nil) }

  @Test(
    "Decoders of clients use at most an eighth of the memory",
    arguments: [(512, 6, 68), (1024, 12, 80), (4096, 51, 158), (65_536, 100, 256)])
  func memory(mebibytes: UInt64, detections: Int, connections: Int) {
    let limits = WyomingLimits(memory: mebibytes << 20)
    #expect(limits.wakeDetections == detections)
    #expect(limits.connections == connections)
  }
}
