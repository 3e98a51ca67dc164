import CMosquitto
import Glibc
import Synchronization

/// One connection to a broker, from the first attempt to its end.
///
/// Unchecked: the handle is freed with the last reference. Until then, `mosquitto_publish`, `mosquitto_subscribe` and
/// `mosquitto_disconnect` may be called from any thread, because the library locks the state they change
/// (`mosquitto_threaded_set`). The network thread makes all other calls.
final class MosquittoConnection: @unchecked Sendable {
  /// A version of the MQTT protocol.
  enum Version {
    /// 3.1.1, which older brokers use.
    case three
    /// 5, in which the client can announce a maximum message size.
    case five
  }

  private struct State {
    var outgoing = 0
    var refusal: Int32?
    /// The time at which the broker accepted the client.
    var connectedAt: ContinuousClock.Instant?
    var hasSettled = false
    /// Whether the connection has ended without an answer of the broker.
    var isUnanswered = false
    var hint: String?
  }

  private let handle: OpaquePointer
  private let configuration: MosquittoConfiguration
  private let version: Version
  private let queue: MosquittoQueue
  private let state = Mutex(State())
  private let didConnect = Mutex<@Sendable () -> Bool> { true }

  /// The interval at which the network thread checks for due pings, in milliseconds.
  private static let tick: Int32 = 1000
  /// Seconds of silence before a ping, at least 5; the connection is considered broken after half as many more.
  private static let keepAlive: Int32 = 10
  /// The maximum number of messages in flight to the broker; more are refused.
  private static let maxOutgoing = 1024

  init(_ configuration: MosquittoConfiguration, version: Version, queue: MosquittoQueue) throws(MosquittoError) {
    self.configuration = configuration
    self.version = version
    self.queue = queue
    guard let handle = mosquitto_new(configuration.identifier, true, nil) else {
      throw MosquittoError("new", code: MOSQ_ERR_ERRNO.code, systemError: errno)
    }
    self.handle = handle
    mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
    try Self.check("threaded", mosquitto_threaded_set(handle, true))
    if version == .five {
      try Self.check("version", mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5))
    }
    try setCredentials()
    try setEncryption()
    try setWill()
    setCallbacks()
  }

  deinit { mosquitto_destroy(handle) }

  /// Whether the connection has lasted for the settling time.
  var hasSettled: Bool { state.withLock { $0.hasSettled } }

  /// Whether the broker may know only older versions of the protocol: it has refused this one, or has not answered, as it cannot read it.
  var isVersionUnknown: Bool {
    state.withLock { state in
      state.isUnanswered || state.refusal == Int32(MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION.rawValue) || state.refusal == 1
    }
  }

  /// Connects, runs until the connection ends, and returns the reason for the end.
  ///
  /// - Parameter didConnect: Called when the broker has accepted the client; returns false to disconnect.
  func run(didConnect: @escaping @Sendable () -> Bool) -> MosquittoError {
    self.didConnect.withLock { $0 = didConnect }
    var operation = "connect"
    var code = connect()
    let isReached = code == MOSQ_ERR_SUCCESS.code
    while code == MOSQ_ERR_SUCCESS.code {
      settle()
      code = mosquitto_loop(handle, Self.tick, 1)
      if state.withLock({ $0.connectedAt != nil }) { operation = "receive" }
    }
    let systemError = errno
    let (refusal, hint, isAccepted) = state.withLock { ($0.refusal, $0.hint, $0.connectedAt != nil) }
    if let refusal { return .refused(refusal) }
    let error = MosquittoError(operation, code: code, systemError: systemError, detail: hint)
    // With another certificate, the broker may still know this version.
    state.withLock { $0.isUnanswered = isReached && !isAccepted && error.cause == nil }
    return error
  }

  /// Reports that the connection has lasted, once.
  private func settle() {
    let settles = state.withLock { state in
      guard !state.hasSettled, let start = state.connectedAt, ContinuousClock.now - start >= configuration.limits.settlingTime
      else { return false }
      state.hasSettled = true
      return true
    }
    if settles { queue.send(.settled) }
  }

  private func connect() -> Int32 {
    let limits = configuration.limits
    var properties: OpaquePointer?
    defer { mosquitto_property_free_all(&properties) }
    if version == .five {
      // Includes the header in front of the payload.
      let size = UInt32(clamping: limits.payload + (64 << 10))
      let code = mosquitto_property_add_int32(&properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), size)
      guard code == MOSQ_ERR_SUCCESS.code else { return code }
    }
    return mosquitto_connect_bind_v5(
      handle, configuration.host, Int32(configuration.port), Self.keepAlive, nil, properties)
  }

  /// Passes a message to the network thread.
  func publish(_ message: MosquittoMessage) throws(MosquittoError) {
    let hasPlace = state.withLock { state in
      guard state.outgoing < Self.maxOutgoing else { return false }
      state.outgoing += 1
      return true
    }
    guard hasPlace else {
      throw MosquittoError(
        "publish", code: Int(MOSQ_ERR_OVERSIZE_PACKET.rawValue), reason: "too many messages are in flight to the broker")
    }
    let code = message.payload.withUnsafeBytes {
      mosquitto_publish(
        handle, nil, message.topic, Int32($0.count), $0.baseAddress, message.isRetained ? 1 : 0, message.isRetained)
    }
    guard code != MOSQ_ERR_SUCCESS.code else { return }
    state.withLock { $0.outgoing -= 1 }
    throw MosquittoError("publish", code: code, systemError: errno)
  }

  /// Makes the network thread subscribe to more topics.
  func subscribe(to topics: String) throws(MosquittoError) {
    try Self.check("subscribe", mosquitto_subscribe(handle, nil, topics, 1))
  }

  /// Disconnects, which ends the network thread.
  func disconnect() { mosquitto_disconnect(handle) }

  // MARK: Callbacks of the network thread

  fileprivate func tookConnect(_ code: Int32) {
    guard code == MOSQ_ERR_SUCCESS.code else {
      state.withLock { $0.refusal = code }
      mosquitto_disconnect(handle)
      return
    }
    state.withLock { $0.connectedAt = .now }
    // Before other threads know of the connection: a message that they publish may be answered on one of these topics.
    for topic in configuration.subscriptions { mosquitto_subscribe(handle, nil, topic, 1) }
    guard didConnect.withLock({ $0 })() else {
      mosquitto_disconnect(handle)
      return
    }
    queue.send(.connected)
  }

  fileprivate func tookSubscription() { queue.send(.subscribed) }

  fileprivate func tookPublish() { state.withLock { $0.outgoing = max($0.outgoing - 1, 0) } }

  fileprivate func took(_ message: mosquitto_message) {
    let arrival = ContinuousClock.now
    let size = Int(message.payloadlen)
    guard size <= configuration.limits.payload else { return queue.drop(.tooLarge) }
    // The protocol forbids other topics.
    guard let topic = message.topic.flatMap({ String(validatingCString: $0) }) else { return }
    let payload = message.payload.map { Array(UnsafeRawBufferPointer(start: $0, count: size)) } ?? []
    queue.send(
      .received(MosquittoMessage(topic: topic, payload: payload, isRetained: message.retain), arrival: arrival))
  }

  fileprivate func tookFault(_ text: String) { state.withLock { $0.hint = "(\(text.prefix(300)))" } }

  // MARK: Settings

  private static func check(_ operation: String, _ code: Int32) throws(MosquittoError) {
    guard code == MOSQ_ERR_SUCCESS.code else { throw MosquittoError(operation, code: code, systemError: errno) }
  }

  private func setCredentials() throws(MosquittoError) {
    guard let credentials = configuration.credentials else { return }
    try Self.check("user name", mosquitto_username_pw_set(handle, credentials.username, credentials.password))
  }

  private func setEncryption() throws(MosquittoError) {
    guard let encryption = configuration.encryption else { return }
    let folder = encryption.certificateAuthority == nil ? MosquittoConfiguration.Encryption.systemAuthorities : nil
    try Self.check(
      "certificates",
      mosquitto_tls_set(handle, encryption.certificateAuthority, folder, encryption.certificate, encryption.key, nil))
  }

  private func setWill() throws(MosquittoError) {
    guard let will = configuration.will else { return }
    let code = will.payload.withUnsafeBytes {
      mosquitto_will_set(handle, will.topic, Int32($0.count), $0.baseAddress, 1, will.isRetained)
    }
    try Self.check("will", code)
  }

  private func setCallbacks() {
    mosquitto_connect_callback_set(handle) { _, context, code in connection(context)?.tookConnect(code) }
    mosquitto_subscribe_callback_set(handle) { _, context, _, _, _ in connection(context)?.tookSubscription() }
    mosquitto_publish_callback_set(handle) { _, context, _ in connection(context)?.tookPublish() }
    mosquitto_message_callback_set(handle) { _, context, message in
      if let message { connection(context)?.took(message.pointee) }
    }
    mosquitto_log_callback_set(handle) { _, context, level, text in
      guard level == MOSQ_LOG_ERR, let text else { return }
      connection(context)?.tookFault(String(cString: text))
    }
  }
}

/// Returns the connection that a callback belongs to.
private func connection(_ context: UnsafeMutableRawPointer?) -> MosquittoConnection? {
  context.map { Unmanaged<MosquittoConnection>.fromOpaque($0).takeUnretainedValue() }
}
