import Foundation

/// The result of a check of the machine.
public struct Finding: Encodable, Equatable, Sendable {
  /// The name of the check, in a word or two.
  public let check: String
  /// Whether the check passed.
  public let ok: Bool
  /// The finding.
  public let message: String
  /// The command that helps; nil if the check passed.
  public let remedy: String?

  static func fine(_ check: String, _ message: String) -> Finding {
    Finding(check: check, ok: true, message: message, remedy: nil)
  }

  static func fault(_ check: String, _ message: String, remedy: String) -> Finding {
    Finding(check: check, ok: false, message: message, remedy: remedy)
  }

  static func fault(_ check: String, _ message: String, remedy: Remedy) -> Finding {
    fault(check, message, remedy: "\(remedy)")
  }

  /// The finding as one line of JSON.
  public var json: String { jsonLine }

  /// The finding as one or two lines of text.
  public var lines: [String] {
    let head = (ok ? "ok    " : "FAULT ") + check + ": " + message
    return [head] + (remedy.map { ["      " + $0] } ?? [])
  }
}
