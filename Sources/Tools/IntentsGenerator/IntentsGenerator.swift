import Foundation
package import VocativeIntentsFile
import VocativeUnderstanding

/// Generates typed Swift from an intents file, as Xcode does from an intent definition file.
///
/// Every intent becomes a type and a protocol for its handler, every list an enumeration, and the file a function that creates
/// the assistant from its handlers. The file's own handlers and responses are left to the types that conform to the protocols.
package struct IntentsGenerator {
  private let path: String
  private let contents: IntentsFileContents

  /// Reads an intents file.
  ///
  /// - Throws: `IntentsFileError` with every fault and its line.
  package init(path: String) throws(IntentsFileError) {
    self.path = path
    contents = try IntentsFile.contents(path: path)
  }

  /// Returns the Swift source, ending in a newline; equal files produce equal sources.
  ///
  /// - Throws: `GenerationError` with every name collision and every part that Swift cannot express, each with its line.
  package func source() throws(GenerationError) -> String {
    var scope = GenerationScope(contents: contents)
    let assistant = GeneratedAssistant(contents: contents, scope: &scope)
    let enumerations = scope.usedLists.map { GeneratedEnumeration(list: $0, scope: &scope) }
    let intents = contents.intents.map { GeneratedIntent(intent: $0, scope: &scope) }
    assistant.checkArguments(of: contents, scope: &scope)
    guard scope.faults.isEmpty else { throw GenerationError(faults: scope.faults.sorted { $0.location.line < $1.location.line }) }
    let file = URL(fileURLWithPath: path).lastPathComponent
    let head = """
      // Generated from \(file) by `swift package generate-intents`: change that file and not this one.
      // swift-format-ignore-file

      public import VocativeIntents\(contents.hasShortcutIntents ? "\nimport VocativeMemory" : "")
      """
    let parts = [head] + enumerations.map(\.source) + intents.flatMap(\.sources) + [assistant.source(of: intents)]
    return parts.joined(separator: "\n\n") + "\n"
  }
}
