/// Addresses in messages, which must not contain passwords.
package enum AddressText {
  /// Returns an address with an ellipsis in place of a user name and a password, which precede the last `@`.
  ///
  /// A password may itself contain any character, and the address need not be valid.
  package static func withoutPassword(_ address: String) -> String {
    guard let end = address.lastIndex(of: "@") else { return address }
    let scheme = address[..<end].prefixMatch(of: #/[A-Za-z][A-Za-z0-9+.\-]*:\/\//#)?.output ?? ""
    return "\(scheme)…\(address[end...])"
  }
}
