import Foundation
import VocativeIntentsFile
import VocativeUnderstanding

/// The values of `$slot`: files beside the sentences, and Rhasspy's built-in slots.
struct RhasspySlots {
  private static let maxFileSize = 4 << 20
  private static let maxValues = 5_000

  /// The folder of the sentences.
  let folder: String

  /// Returns the slot files that an import of a folder may read.
  static func files(in folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: "\(folder)/slots").map { Array($0.prefix(maxFiles)) } ?? []
    return names.compactMap { $0 as? String }.map { "\(folder)/slots/\($0)" }
  }

  private static let maxFiles = 10_000

  /// Returns the values of a slot.
  ///
  /// - Throws: `RhasspyExpressionParser.Failure` if the slot does not exist or cannot be read.
  func expression(_ name: String, _ arguments: [String]) throws(RhasspyExpressionParser.Failure) -> RhasspyExpression {
    // Rhasspy also looks for a file first, whose name has the arguments.
    let written = ([name] + arguments).joined(separator: ",")
    guard !written.split(separator: "/").contains("..") else { throw .init(reason: "$\(written) is outside of the folder slots") }
    let path = "\(folder)/slots/\(written)"
    if !FileManager.default.fileExists(atPath: path) {
      if let known = Self.builtIn(name, arguments) { return known }
      if !arguments.isEmpty || FileManager.default.fileExists(atPath: "\(folder)/slot_programs/\(name)") {
        throw .init(
          reason: "$\(written) is produced by a program, which an import does not run; save the program's output to \(path)")
      }
    }
    let text: String
    do throws(IntentsFileError) {
      text = try YAMLFile(path: path, limit: Self.maxFileSize, remedy: "shorten it").text(what: "a slot file")
    } catch {
      throw .init(reason: "$\(written) has no values: \(error)")
    }
    var values: [RhasspyExpression] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      guard !line.trimmed.isEmpty else { continue }
      guard values.count < Self.maxValues else { throw .init(reason: "\(path) has more than \(Self.maxValues) values") }
      do throws(RhasspyExpressionParser.Failure) {
        values.append(try RhasspyExpressionParser.expression(line.trimmed))
      } catch {
        throw .init(reason: "\(path):\(index + 1): \(error.reason)")
      }
    }
    guard !values.isEmpty else { throw .init(reason: "\(path) is empty") }
    return .alternatives(values)
  }

  /// Returns one of Rhasspy's built-in slots for English.
  private static func builtIn(_ name: String, _ arguments: [String]) -> RhasspyExpression? {
    switch name {
    case "rhasspy/days":
      return .alternatives(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map { .words($0) })
    case "rhasspy/months":
      let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
      ]
      return .alternatives(months.map { .words($0) })
    case "rhasspy/number":
      let numbers = arguments.compactMap { Int($0) }
      guard numbers.count == arguments.count, (2...3).contains(numbers.count) else { return nil }
      return .range(from: numbers[0], through: numbers[1], step: numbers.count == 3 ? numbers[2] : 1)
    default: return nil
    }
  }
}
