import BrokerTestSupport
import Foundation
import Testing
import VocativeTestSupport

@Suite(
  "vocatived with a broker that uses certificates", .tags(.long),
  .enabled(if: MosquittoBroker.isInstalled, Comment(rawValue: MosquittoBroker.reason)), .timeLimit(.minutes(10)))
struct BoxCertificateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func daemon(settings: String) throws -> DaemonProcess {
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.speed = 1
    return try DaemonProcess([
      "--config", folder.write(settings, to: "vocatived.yaml"), "--device", microphone.device, "--output-device",
      SimulatedLoudspeaker().device,
    ])
  }

  /// Makes the certificate and the key of the box those of two other files.
  private func replace(with certificate: String, _ key: String) throws {
    try folder.write(FileText.contents(of: certificate), to: "box.pem")
    let path = try folder.write(FileText.contents(of: key), to: "box.key")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  @Test("A certificate that the broker does not accept is logged with its settings, and a renewed one is used without a restart")
  func renewal() async throws {
    let broker = try await MosquittoBroker(.certified)
    let (foreign, key) = (folder.path + "/foreign.pem", folder.path + "/foreign.key")
    try await Tool.run(
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=kitchen", "-keyout", key, "-out",
      foreign)
    try replace(with: foreign, key)
    let daemon = try daemon(
      settings: """
        mqtt-uri: mqtts://localhost:\(broker.port)
        mqtt-certificate-authority: \(broker.authority)
        mqtt-certificate: \(folder.path)/box.pem
        mqtt-key: \(folder.path)/box.key

        """)
    #expect(await eventually { daemon.log.contains("check mqtt-certificate and mqtt-key") }, "\(daemon.log)")
    try replace(with: broker.client.certificate, broker.client.key)
    #expect(await eventually { daemon.log.contains("connected to the broker mqtts://localhost") }, "\(daemon.log)")
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0, "\(daemon.log)")
  }

  @Test("A broker whose certificate is for another name is logged with what to check")
  func distrust() async throws {
    let broker = try await MosquittoBroker(.encrypted)
    let daemon = try daemon(
      settings: "mqtt-uri: mqtts://127.0.0.1:\(broker.port)\nmqtt-certificate-authority: \(broker.authority)\n")
    let words = "is not trusted; check that it has not expired"
    #expect(await eventually { daemon.log.contains(words) }, "\(daemon.log)")
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0, "\(daemon.log)")
  }
}
