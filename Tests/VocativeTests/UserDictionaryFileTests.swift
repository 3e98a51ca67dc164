import Foundation
import PocketSphinx
import Testing
import Vocative
import VocativeTestSupport

@Suite("Adding pronunciations")
struct UserDictionaryFileTests {
  private let folder: TemporaryFolder
  private let model: RecognitionModel
  private var path: String { folder.path + "/own/pronunciations.dict" }

  init() throws {
    folder = try TemporaryFolder()
    model = try RecognitionModel()
  }

  @Test("A pronunciation replaces those of the same word, and other lines stay as they are")
  func replaced() throws {
    try folder.write("# Mine\nXochitl S OW\nlilo L IY L OW\nxochitl(2) CH IY L\n", to: "own/pronunciations.dict")
    try UserDictionaryFile.add(" Xochitl ", "s ow ch iy l", for: model, to: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "# Mine\nlilo L IY L OW\nxochitl S OW CH IY L\n")
  }

  @Test("A file with the line ends of Windows keeps them and its other words")
  func windowsLineEnds() throws {
    try folder.write("xochitl S OW\r\n# Mine\r\nlilo L IY L OW\r\n", to: "own/pronunciations.dict")
    try UserDictionaryFile.add("xochitl", "S OW CH IY L", for: model, to: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "# Mine\r\nlilo L IY L OW\r\nxochitl S OW CH IY L\r\n")
  }

  @Test("A missing file is created")
  func created() throws {
    try UserDictionaryFile.add("xochitl", "S OW CH IY L", for: model, to: path)
    #expect(
      try UserDictionary(path: path, phones: model.acousticModel.phones).pronunciations["xochitl"] == [
        ["S", "OW", "CH", "IY", "L"]
      ])
  }

  @Test(
    "A text that is not one word, an unknown phone and a damaged file are refused, and the file stays as it is",
    arguments: [
      ("two words", "S", "", "is not one word"), ("", "S", "", "is not one word"), ("x", "S QQ", "", "\"QQ\" is not a phone"),
      ("x", "S", "broken\n", ":1: \"broken\" has no phones"),
    ])
  func refused(word: String, phones: String, text: String, reason: String) throws {
    try folder.write(text, to: "own/pronunciations.dict")
    let error = #expect(throws: UserDictionaryError.self) { try UserDictionaryFile.add(word, phones, for: model, to: path) }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test("A service without a dictionary in its configuration folder keeps it in its state folder")
  func service() throws {
    let environment = ["XDG_CONFIG_HOME": folder.path + "/etc", "STATE_DIRECTORY": "/var/lib/vocative"]
    #expect(UserDictionaryFile.path(in: environment) == "/var/lib/vocative/pronunciations.dict")
    let own = try folder.write("", to: "etc/vocative/pronunciations.dict")
    #expect(UserDictionaryFile.path(in: environment) == own)
    #expect(UserDictionaryFile.path(in: ["VOCATIVE_PRONUNCIATIONS": "/a"]) == "/a")
  }
}
