import BrokerTestSupport
import Foundation
import Mosquitto
import Testing
import VocativeMQTT
import VocativeTestSupport

@Suite("The certificate of a box", .tags(.long))
struct BrokerCertificateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
    let path = try folder.write(text, to: name)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  private func pem(_ kind: String) -> String { "-----BEGIN \(kind)-----\nAAAA\n-----END \(kind)-----\n" }

  private func fault(
    uri: String = "mqtts://localhost", certificate: String?, key: String?, authority: String? = nil
  ) throws -> String? {
    var settings = BrokerSettings(address: try BrokerAddress(uri: uri), room: try #require(RoomName("kitchen")))
    (settings.certificate, settings.key, settings.certificateAuthority) = (certificate, key, authority)
    do throws(BrokerSettingsError) {
      _ = try settings.configuration(identifier: "tested")
      return nil
    } catch {
      return error.description
    }
  }

  @Test("Faults of a certificate are reported with a remedy before connecting")
  func faults() throws {
    let certificate = try file("box.pem", pem("CERTIFICATE"), mode: 0o644)
    let key = try file("box.key", pem("PRIVATE KEY"))
    #expect(try fault(certificate: certificate, key: key) == nil)
    let binary = try file("authority.der", "0\u{3}")
    #expect(try fault(certificate: nil, key: nil, authority: certificate) == nil)
    #expect(try fault(certificate: nil, key: nil, authority: binary)?.contains("not a PEM file with a certificate") == true)
    #expect(try fault(certificate: certificate, key: nil)?.contains("set mqtt-key") == true)
    #expect(try fault(certificate: nil, key: key)?.contains("set mqtt-certificate") == true)
    #expect(try fault(uri: "mqtt://localhost", certificate: certificate, key: key)?.contains("use mqtts://") == true)
    #expect(try fault(certificate: "/nowhere.pem", key: key) == "/nowhere.pem: the file does not exist, or is not readable")
    #expect(try fault(certificate: key, key: key)?.contains("not a PEM file with a certificate") == true)
    let other = try file("other.pem", pem("CERTIFICATE"))
    #expect(try fault(certificate: certificate, key: other)?.contains("not a PEM file with a private key") == true)
    let open = try file("open.key", pem("PRIVATE KEY"), mode: 0o644)
    #expect(try fault(certificate: certificate, key: open)?.contains("chmod 600") == true)
    let sealed = try file("sealed.key", pem("ENCRYPTED PRIVATE KEY"))
    #expect(try fault(certificate: certificate, key: sealed)?.contains("it has a passphrase") == true)
  }

  @Test(
    "A broker that requires a certificate accepts a box with one",
    .enabled(if: MosquittoBroker.isInstalled, Comment(rawValue: MosquittoBroker.reason)), .timeLimit(.minutes(5)))
  func connection() async throws {
    let broker = try await MosquittoBroker(.certified)
    var settings = BrokerSettings(
      address: try BrokerAddress(uri: "mqtts://localhost:\(broker.port)"), room: try #require(RoomName("kitchen")))
    settings.certificateAuthority = broker.authority
    (settings.certificate, settings.key) = broker.client
    let client = MosquittoClient(try settings.configuration(identifier: "tested"))
    client.begin()
    #expect(await client.events.first { _ in true } == .connected)
    client.close()
    await client.ended()
  }
}
