package import Vocative
package import VocativeImport
import VocativeIntentsFile

extension AssistantImporter {
  /// Imports a home with Home Assistant's sentences; its intents are handed to the conversation agent.
  ///
  /// - Parameter sentences: The files or folders with sentences; empty for those of the installed package.
  /// - Throws: `HomeAssistantSentencesError` if the package is not installed, or the error of the import.
  package func result(of home: HomeAssistantHome, from source: String, sentences: [String]) throws -> Result {
    var importer = self
    importer.handler = .homeAssistant
    importer.home = Home(text: home.text, source: source)
    if !sentences.isEmpty { return try importer.result(of: sentences) }
    guard let installed = HomeAssistantSentenceFiles.installed else { throw HomeAssistantSentencesError() }
    return try importer.result(of: [installed])
  }
}

/// The English sentences of Home Assistant are not on this computer.
package struct HomeAssistantSentencesError: Error, Equatable, Sendable, CustomStringConvertible, ExitStatusProviding {
  /// The fault and its remedy.
  package var description: String {
    "the sentences of Home Assistant are not installed; run: pip install --target /usr/share/vocative home-assistant-intents"
  }

  /// The exit status is `noInput`.
  package var exitStatus: ExitStatus { .noInput }
}
