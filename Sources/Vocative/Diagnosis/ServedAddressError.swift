/// An error about an address on which a service can't be served.
public protocol ServedAddressError: ExitStatusProviding {
  /// Whether this computer does not have the address or does not know the host, as before its network is connected.
  var isAddressMissing: Bool { get }
}
