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
    let (own, other) = (Self.withoutScheme(address), Self.withoutScheme(other))
    // The digits of a user name or of another identifier are only a part of it.
    guard let ownDigits = Self.digits(ofNumber: own), let otherDigits = Self.digits(ofNumber: other) else { return own == other }
    if ownDigits == otherDigits { return true }
    // One may have the code of the country, and the other a zero in its place.
    let (ownEnd, otherEnd) = (ownDigits.drop { $0 == "0" }, otherDigits.drop { $0 == "0" })
    guard min(ownEnd.count, otherEnd.count) >= Self.minDigits else { return false }
    return ownDigits.hasSuffix(otherEnd) || otherDigits.hasSuffix(ownEnd)
  }

  /// The number of digits, without zeros at the beginning, from which a telephone number may lack the code of its country.
  private static let minDigits = 7

  /// The characters between the digits of a telephone number, including typographic hyphens and the en dash.
  private static let separators = "+()-\u{2010}\u{2011}\u{2013}./"

  private static func withoutScheme(_ text: String) -> String {
    let text = text.lowercased()
    for scheme in ["mailto:", "tel:"] where text.hasPrefix(scheme) { return String(text.dropFirst(scheme.count)) }
    return text
  }

  /// Returns the digits of a text that is written as a telephone number; nil for any other text.
  private static func digits(ofNumber text: String) -> String? {
    let digits = text.filter { $0.isASCII && $0.isNumber }
    let others = text.filter { !($0.isASCII && $0.isNumber) }
    return !digits.isEmpty && others.allSatisfy({ $0.isWhitespace || separators.contains($0) }) ? digits : nil
  }
}
