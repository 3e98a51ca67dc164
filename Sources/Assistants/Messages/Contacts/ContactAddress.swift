/// An address of a contact: a telephone number or an email address.
public struct ContactAddress: Equatable, Sendable, Codable {
  /// The kinds of addresses.
  public enum Kind: String, Sendable, Codable {
    /// A telephone number.
    case telephone
    /// An email address.
    case email
  }

  /// The kind.
  public let kind: Kind
  /// The label, such as `home`; nil if there is none.
  public let label: String?
  /// The number or the address.
  public let address: String

  /// Creates an address.
  public init(_ kind: Kind, _ address: String, label: String? = nil) {
    self.kind = kind
    self.label = label
    self.address = address
  }

  /// Returns whether a message from an address comes from this one, which may be written in another way.
  func matches(_ other: String) -> Bool {
    switch kind {
    case .email: return Self.email(address) == Self.email(other)
    case .telephone:
      let (own, others) = (Self.digits(address), Self.digits(other))
      guard !other.contains("@"), min(own.count, others.count) >= Self.minDigits else { return own == others && !own.isEmpty }
      // One may have the code of the country, and the other a zero in its place.
      return own.hasSuffix(others.drop { $0 == "0" }) || others.hasSuffix(own.drop { $0 == "0" })
    }
  }

  /// The number of digits from which a telephone number may lack the code of its country.
  private static let minDigits = 7

  private static func email(_ text: String) -> String {
    let text = text.lowercased()
    return text.hasPrefix("mailto:") ? String(text.dropFirst("mailto:".count)) : text
  }

  private static func digits(_ text: String) -> String { String(text.filter { $0.isASCII && $0.isNumber }) }
}
