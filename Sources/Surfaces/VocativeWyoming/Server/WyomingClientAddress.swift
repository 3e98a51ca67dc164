import NIOCore
import VocativeControl

/// Who a client is, as far as the system knows: an address of the network, or a user of this computer.
struct WyomingClientAddress: Sendable, CustomStringConvertible {
  /// Its address; nil for a client of this computer's file system.
  let address: SocketAddress?
  /// Its user; nil for a client of the network.
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
