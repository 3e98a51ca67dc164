import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization

/// A WebSocket server on this machine that answers as Home Assistant does.
final class HomeServer: Sendable {
  static let token = "right"

  private struct State {
    var lamp = "Bed Light"
    var isExposed = true
    var isAdministrator = true
    var registered = "{\"light.bed\": {\"aliases\": [\"Reading Lamp\"]}, \"switch.plain\": null}"
    var runningState = "RUNNING"
    var channels: [any Channel] = []
    var connections = 0
    var refusals = 0
    var stateCount = 0
  }

  private final class Shared: Sendable {
    let state = Mutex(State())
  }

  /// An address of this computer that other tests do not use, so that the port is still free when a server is started again.
  private static let host = "127.0.0.83"

  private let shared: Shared
  private let channel: any Channel

  /// - Parameter port: The port; 0 for a free one.
  init(port: Int = 0) async throws {
    let shared = Shared()
    self.shared = shared
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        let upgrader = NIOWebSocketServerUpgrader(
          shouldUpgrade: { channel, head in
            channel.eventLoop.makeSucceededFuture(head.uri == "/api/websocket" ? HTTPHeaders() : nil)
          },
          upgradePipelineHandler: { channel, _ in
            shared.state.withLock { $0.channels.append(channel) }
            return channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Handler(shared)) }
          })
        return channel.pipeline.configureHTTPServerPipeline(
          withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
      }
      .bind(host: Self.host, port: port).get()
  }

  deinit { channel.close(promise: nil) }

  var port: Int { channel.localAddress?.port ?? 0 }
  var address: String { "http://\(Self.host):\(port)" }

  /// The number of accepted sign-ins.
  var connections: Int { shared.state.withLock { $0.connections } }
  /// The number of refused sign-ins.
  var refusals: Int { shared.state.withLock { $0.refusals } }

  /// The number of answers that contain whether it has started.
  var stateCount: Int { shared.state.withLock { $0.stateCount } }

  func rename(_ name: String) {
    shared.state.withLock { $0.lamp = name }
    announceChange()
  }

  /// Announces a change, whether there is one or not.
  func announceChange() {
    send("{\"id\": 1, \"type\": \"event\", \"event\": {\"event_type\": \"entity_registry_updated\"}}")
  }

  /// Sets the aliases of the lamp and of the switch, as JSON.
  func set(lamp: String, plain: String) {
    shared.state.withLock {
      $0.registered = "{\"light.bed\": {\"aliases\": \(lamp)}, \"switch.plain\": {\"aliases\": \(plain)}}"
    }
  }

  /// Takes the administrator rights from the user of the token.
  func demote() { shared.state.withLock { $0.isAdministrator = false } }

  func set(state: String) { shared.state.withLock { $0.runningState = state } }

  /// Stops listening and closes all connections.
  func stop() async throws {
    try await channel.close()
    for channel in shared.state.withLock(\.channels) { try? await channel.close() }
  }

  private func send(_ text: String) {
    for channel in shared.state.withLock(\.channels) {
      channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text)), promise: nil)
    }
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let shared: Shared
    private var lastID = 0
    init(_ shared: Shared) { self.shared = shared }

    func handlerAdded(context: ChannelHandlerContext) { write("{\"type\": \"auth_required\"}", context) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = unwrapInboundIn(data)
      guard frame.opcode == .text,
        let message = try? JSONSerialization.jsonObject(with: Data(frame.unmaskedData.readableBytesView)) as? [String: Any]
      else { return }
      if let token = message["access_token"] as? String {
        let isRight = token == HomeServer.token
        shared.state.withLock { state in
          if isRight { state.connections += 1 } else { state.refusals += 1 }
        }
        return write("{\"type\": \"\(isRight ? "auth_ok" : "auth_invalid")\"}", context)
      }
      guard let id = message["id"] as? Int, let type = message["type"] as? String else { return }
      // Home Assistant refuses a number that is not greater than the last one.
      guard id > lastID else {
        return write(
          "{\"id\": \(id), \"type\": \"result\", \"success\": false, \"error\": {\"message\": \"Reused.\"}}", context)
      }
      lastID = id
      if !shared.state.withLock({ $0.isAdministrator }), ["subscribe_events", "homeassistant/expose_entity/list"].contains(type) {
        return write(
          "{\"id\": \(id), \"type\": \"result\", \"success\": false, \"error\": {\"code\": \"unauthorized\"}}", context)
      }
      guard let result = result(of: type) else {
        return write(
          "{\"id\": \(id), \"type\": \"result\", \"success\": false, \"error\": {\"message\": \"Unknown command.\"}}", context)
      }
      write("{\"id\": \(id), \"type\": \"result\", \"success\": true, \"result\": \(result)}", context)
    }

    private func result(of type: String) -> String? {
      let state = shared.state.withLock { $0 }
      switch type {
      case "ping", "subscribe_events": return "null"
      case "get_config":
        shared.state.withLock { $0.stateCount += 1 }
        return "{\"state\": \"\(state.runningState)\"}"
      case "config/area_registry/list": return "[{\"area_id\": \"kitchen\", \"name\": \"Kitchen\", \"aliases\": [\"Galley\"]}]"
      case "homeassistant/expose_entity/list":
        return """
          {"exposed_entities": {"light.bed": {"conversation": \(state.isExposed), "cloud.alexa": false},
           "light.gone": {"conversation": true}, "light.hidden": {"conversation": false}, "switch.plain": {"conversation": true}}}
          """
      case "config/entity_registry/get_entries": return state.registered
      case "get_states":
        return """
          [{"entity_id": "light.bed", "state": "on", "attributes": {"friendly_name": "\(state.lamp)", "device_class": 5}},
           {"entity_id": "light.hidden", "state": "on", "attributes": {"friendly_name": "Hidden"}},
           {"entity_id": "switch.plain", "state": "on", "attributes": {"device_class": "outlet"}}]
          """
      default: return nil
      }
    }

    private func write(_ text: String, _ context: ChannelHandlerContext) {
      context.writeAndFlush(
        wrapOutboundOut(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))), promise: nil)
    }
  }
}
