import ALSA
import Foundation
import PocketSphinx
import ProgramOutput
import SoundFile
import VocativeCapture
import VocativeIntents
import VocativeIntentsFile
import VocativeResponse
import VocativeStorage
import VocativeUnderstanding

/// The exit status of a program, as `sysexits.h` numbers them; thrown to exit without another message.
public enum ExitStatus: Int32, Error, Equatable, Sendable, CaseIterable {
  /// Success.
  case success = 0
  /// The program ran, and the result is negative: nothing was understood, or a check failed.
  case no = 1
  /// The command line is invalid.
  case usage = 64
  /// The input data is invalid, or a database is damaged.
  case data = 65
  /// An input file is missing, not readable, or a folder.
  case noInput = 66
  /// A device, a service or a database is not available.
  case unavailable = 69
  /// Internal error.
  case software = 70
  /// The output cannot be written.
  case output = 74
  /// The configuration is invalid.
  case configuration = 78

  /// Creates the status for an error of any stage.
  public init(for error: any Error) {
    switch error {
    case let error as CaptureError: self.init(error)
    case let error as IntentsFileError: self = error.code == .missing ? .noInput : .data
    case is GrammarError, is UnknownWordError, is TemplateError: self = .data
    case let error as PocketSphinxError: self.init(error)
    case let error as StoreError: self = error.isDamaged || error.isRejection ? .data : .unavailable
    case is SpeechError: self = .unavailable
    case is UnknownAssistantError: self = .usage
    case is FreezingError: self = .data
    case is AppError: self = .unavailable
    case is HandlerUserError, is HomeAssistantServerError, is PassphraseFileError: self = .configuration
    case let error as OutputFileError: self = error.code == .isInput ? .usage : .output
    case TurnLoopError.noWords: self = .usage
    case TurnLoopError.deaf: self = .unavailable
    case is TurnLoopError: self = .no
    case let error as any ExitStatusProviding: self = error.exitStatus
    default: self = .software
    }
  }

  private init(_ error: PocketSphinxError) {
    switch error.code {
    case .model, .noModel: self = .configuration
    case .noPronunciations: self = .noInput
    case .pronunciation, .unknownWord: self = .data
    case .search, .decoding: self = .software
    }
  }

  private init(_ error: CaptureError) {
    switch error {
    case .device, .stalled: self = .unavailable
    case .file(let error): self = error.isUnread ? .noInput : .data
    case .echoReference: self = .configuration
    case .conversion, .stream: self = .data
    }
  }
}

/// Formats errors for people: the fault and the command that helps.
public enum ErrorMessage {
  /// Returns the message without a prefix, on one or more lines.
  public static func text(for error: any Error) -> String {
    let description = PrintableText.lines(String(describing: error))
    return Remedy.of(error).map { "\(description)\nRun: \($0)" } ?? description
  }
}
