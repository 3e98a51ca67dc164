import Vocative

extension DaemonConfiguration {
  /// The recognition model.
  ///
  /// - Throws: `SettingError` for a folder without a model; `PocketSphinxError` for the default one.
  var recognitionModel: RecognitionModel {
    get throws {
      do { return try RecognitionModel(directory: self.model) } catch { throw located(error, at: [Settings.all.model]) }
    }
  }

  /// The user of the commands of intents files; nil for that of the daemon.
  ///
  /// - Throws: `SettingError`.
  var handlerAccount: HandlerUser? {
    get throws {
      do {
        return try self.handlerUser.map { try HandlerUser(named: $0) }
      } catch {
        throw located(error, at: [Settings.all.handlerUser])
      }
    }
  }
}
