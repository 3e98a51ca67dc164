import Foundation

/// A reason a phrase cannot work.
public enum PhraseFault: Equatable, Sendable, CustomStringConvertible {
  /// It has too few phones to distinguish it from other speech.
  case tooShort(phones: Int, soundsLike: String?)
  /// It sounds like another phrase of the assistant.
  case soundsLike(String, owner: String)
  /// It occurs within ordinary words.
  case contained(in: String)
  /// Too many of its recordings are missed at the target false alarm rate.
  case missed(Int, of: Int, soundsLike: String?)

  /// The minimum number of phones in a phrase.
  ///
  /// Vendors of wake words require the same number. With six phones, "jarvis" misses one recording in eight at one false alarm an
  /// hour.
  public static let minPhones = 6
  /// The maximum share of its recordings that a phrase may miss, however few they are.
  public static let maxMissRate = 0.3

  /// The fault, worded to follow the phrase.
  public var description: String {
    func alike(_ other: String?) -> String { other.map { " and sounds like \"\($0)\"" } ?? "" }
    switch self {
    case .tooShort(let phones, let other):
      return "too short (\(phones) sound\(phones == 1 ? "" : "s"); the minimum is \(Self.minPhones))\(alike(other))"
    case .soundsLike(let other, let owner): return "sounds like \"\(other)\", which is understood as \(owner)"
    case .contained(let words): return "occurs within \"\(words)\""
    case .missed(let missed, let count, let other):
      return "\(missed) of \(count) recordings are missed at the target false alarm rate\(alike(other))"
    }
  }
}
