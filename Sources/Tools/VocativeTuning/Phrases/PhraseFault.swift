import Foundation

/// Why a phrase cannot work.
public enum PhraseFault: Equatable, Sendable, CustomStringConvertible {
  /// It has too few phones to be told from other speech.
  case tooShort(phones: Int, soundsLike: String?)
  /// It sounds like something else that is said to the assistant.
  case soundsLike(String, owner: String)
  /// It is heard within ordinary words.
  case contained(in: String)
  /// Too many of its recordings are missed at the wanted rate of false alarms.
  case missed(Int, of: Int, soundsLike: String?)

  /// The fewest phones of a phrase: makers of wake words ask for as many, and "jarvis" with six misses one recording in eight at one
  /// false alarm an hour.
  public static let fewestPhones = 6
  /// The largest share of its recordings that a phrase may miss.
  public static let largestMissRate = 0.3
  /// The fewest recordings that a share is taken of.
  public static let fewestRecordings = 3

  /// What is wrong, in words that follow the phrase.
  public var description: String {
    func alike(_ other: String?) -> String { other.map { ", and sounds like \"\($0)\"" } ?? "" }
    switch self {
    case .tooShort(let phones, let other):
      return "too short (\(phones) sound\(phones == 1 ? "" : "s"); \(Self.fewestPhones) are the least)\(alike(other))"
    case .soundsLike(let other, let owner): return "sounds like \"\(other)\", which is understood as \(owner)"
    case .contained(let words): return "is heard within \"\(words)\""
    case .missed(let missed, let count, let other):
      return "\(missed) of \(count) recordings are missed at the wanted rate of false alarms\(alike(other))"
    }
  }
}
