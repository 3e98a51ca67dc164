import Foundation

/// What a check of the machine came to.
public struct Finding: Encodable, Equatable, Sendable {
  /// What was checked, in a word or two.
  public let check: String
  /// Whether it is fine.
  public let ok: Bool
  /// What was found.
  public let message: String
  /// What to type about it; nil when nothing needs to be done.
  public let remedy: String?

  static func fine(_ check: String, _ message: String) -> Finding {
    Finding(check: check, ok: true, message: message, remedy: nil)
  }

  static func fault(_ check: String, _ message: String, remedy: String) -> Finding {
    Finding(check: check, ok: false, message: message, remedy: remedy)
  }

  /// The finding as one line of JSON.
  public var json: String { jsonLine }

  /// The finding for people, over one or two lines.
  public var lines: [String] {
    let head = (ok ? "ok    " : "FAULT ") + check + ": " + message
    return [head] + (remedy.map { ["      " + $0] } ?? [])
  }
}
