import NIOCore
import VocativeControl

/// The identity of a client, as reported by the system: a network address, or a user of this computer.
struct WyomingClientAddress: Sendable, CustomStringConvertible {
  /// The network address; nil for a client of a Unix socket.
  let address: SocketAddress?
  /// The user; nil for a network client.
  let user: UInt32?

  init(_ channel: any Channel) async {
    user = await PeerCredentials.of(channel)?.user
    address = user == nil ? channel.remoteAddress : nil
  }

  /// The address without a port, or the user, for the log.
  var host: String {
    if let user { return "the user \(user) of this computer" }
    return address?.ipAddress ?? "an unknown address"
  }

  /// The address and port, or the user, for the log.
  var description: String {
    guard let address, let port = address.port else { return host }
    return "\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}
