import Foundation

/// Addresses of the network from which something is accepted: `192.168.1.5, 192.168.2.0/24, fd00::/8`.
public struct AllowedAddresses: Equatable, Sendable, CustomStringConvertible {
  private struct Block: Equatable, Sendable {
    let bytes: [UInt8]
    /// Bits of the address that have to be the same.
    let length: Int
  }

  private let blocks: [Block]
  /// The list as it was written.
  public let description: String

  /// Reads addresses of IPv4 and IPv6, and blocks of them, with commas between; nil if one of them is none.
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

  /// Whether an address is one of them.
  ///
  /// An IPv4 address counts as such where it comes through a socket for both.
  func contains(_ address: String) -> Bool {
    guard let bytes = Self.bytes(of: address) else { return false }
    return blocks.contains { block in
      block.bytes.count == bytes.count
        && (0..<block.length).allSatisfy { (block.bytes[$0 / 8] ^ bytes[$0 / 8]) & (0x80 >> UInt8($0 % 8)) == 0 }
    }
  }

  private static func bytes(of text: String) -> [UInt8]? {
    // The zone of a link-local address says which wire it came over, and is no part of it.
    let text = String(text.prefix { $0 != "%" })
    var (v4, v6) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, text, &v4) == 1 { return withUnsafeBytes(of: v4) { Array($0) } }
    guard inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
    let bytes = withUnsafeBytes(of: v6) { Array($0) }
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    return isMapped ? Array(bytes[12...]) : bytes
  }
}
