import CPronunciationModel
import Foundation

extension PronunciationModel {
  private static let embedded = Result { () throws(PronunciationModelError) in
    // The bytes are part of the program, and nobody writes to them.
    let bytes = UnsafeMutableRawPointer(mutating: pronunciation_model_bytes())
    return try PronunciationModel(Data(bytesNoCopy: bytes, count: pronunciation_model_length(), deallocator: .none))
  }

  /// The model of US English, which is part of every program that uses it; its pages are read when they are needed.
  ///
  /// - Throws: `PronunciationModelError` if the program was built with a file that is no model.
  public static func english() throws(PronunciationModelError) -> PronunciationModel { try embedded.get() }
}
