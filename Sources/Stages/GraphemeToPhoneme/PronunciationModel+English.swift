import CEmbeddedModels
import Foundation

extension PronunciationModel {
  private static let embedded = Result { () throws(PronunciationModelError) in
    // The bytes are part of the program and are never written.
    let bytes = UnsafeMutableRawPointer(mutating: pronunciation_model_bytes())
    return try PronunciationModel(Data(bytesNoCopy: bytes, count: pronunciation_model_length(), deallocator: .none))
  }

  /// Returns the model of US English, which is embedded in the program; its pages are loaded on demand.
  ///
  /// - Throws: `PronunciationModelError` if the program was built with a damaged model file.
  public static func english() throws(PronunciationModelError) -> PronunciationModel { try embedded.get() }
}
