import Foundation

/// Accepted network addresses: `192.168.1.5, 192.168.2.0/24, fd00::/8`.
public struct AllowedAddresses: Equatable, Sendable, CustomStringConvertible {
  private struct Block: Equatable, Sendable {
    let bytes: [UInt8]
    /// The number of prefix bits to compare.
    let length: Int
  }

  private let blocks: [Block]
  /// The list as written.
  public let description: String

  /// Parses IPv4 and IPv6 addresses and blocks, separated by commas; returns nil if one of them is invalid.
  public init?(_ text: String) {
    var blocks: [Block] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let fields = part.trimmingCharacters(in: .whitespaces).split(separator: "/", omittingEmptySubsequences: false)
      guard (1...2).contains(fields.count), let bytes = Self.bytes(of: String(fields[0])) else { return nil }
      guard let length = fields.count == 2 ? Int(fields[1]) : bytes.count * 8, (0...bytes.count * 8).contains(length) else {
        return nil
      }
      blocks.append(Block(bytes: bytes, length: length))
    }
    self.blocks = blocks
    description = text
  }

  /// Returns whether the list contains an address.
  ///
  /// An IPv4 address also matches if it arrives through a dual-stack socket.
  func contains(_ address: String) -> Bool {
    guard let bytes = Self.bytes(of: address) else { return false }
    return blocks.contains { block in
      block.bytes.count == bytes.count
        && (0..<block.length).allSatisfy { (block.bytes[$0 / 8] ^ bytes[$0 / 8]) & (0x80 >> UInt8($0 % 8)) == 0 }
    }
  }

  private static func bytes(of text: String) -> [UInt8]? {
    // The zone of a link-local address names the network interface and is not compared.
    let text = String(text.prefix { $0 != "%" })
    var (v4, v6) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, text, &v4) == 1 { return withUnsafeBytes(of: v4) { Array($0) } }
    guard inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
    let bytes = withUnsafeBytes(of: v6) { Array($0) }
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    return isMapped ? Array(bytes[12...]) : bytes
  }
}
