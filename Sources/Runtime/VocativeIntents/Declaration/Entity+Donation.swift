extension Entity {
  /// The group of donations that are about the entity: `Note grocery-list`.
  public var donationGroup: String { "\(Self.self) \(id)" }
}
