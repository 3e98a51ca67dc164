import PocketSphinx
import Testing
import VocativeTestSupport
import VocativeUnderstanding

@Suite("The user's dictionary")
struct UserDictionaryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func read(_ text: String) throws -> UserDictionary {
    try UserDictionary(path: folder.write(text, to: "own.dict"), phones: ["S", "OW", "CH", "IY", "L", "AH"])
  }

  @Test("Words are read with all their pronunciations; comments and stress marks are ignored")
  func entries() throws {
    let dictionary = try read("# mine\n;;; of cmudict\n\nXóchitl  S OW1 CH IY0 L\nxochitl(2)\ts ow ch ah l\nlilo L IY L OW\r\n")
    #expect(
      dictionary.pronunciations == [
        "xochitl": [["S", "OW", "CH", "IY", "L"], ["S", "OW", "CH", "AH", "L"]], "lilo": [["L", "IY", "L", "OW"]],
      ])
  }

  @Test(
    "An invalid line is reported with its number and the reason",
    arguments: [
      ("lilo L IY L OW\nxochitl\n", 2, "\"xochitl\" has no phones"), ("lilo L IH L OW", 1, "\"IH\" is not a phone of the model"),
      ("\n\n🎉 L IY\n", 3, "not one word"), ("a-b L IY\n", 1, "\"a-b\" is not one word"),
    ])
  func brokenLines(text: String, line: Int, reason: String) throws {
    let error = #expect(throws: PocketSphinxError.self) { try read(text) }
    #expect(error?.code == .pronunciation)
    #expect(error?.reason.hasPrefix("\(folder.path)/own.dict:\(line): ") == true, "\(String(describing: error))")
    #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
  }

  @Test("A missing file is named in the error")
  func missing() {
    let error = #expect(throws: PocketSphinxError.self) { try UserDictionary(path: "/nonexistent.dict", phones: []) }
    #expect(error?.reason.contains("/nonexistent.dict") == true)
  }

  @Test("An endless file is rejected", .timeLimit(.minutes(10)))
  func endless() {
    let error = #expect(throws: PocketSphinxError.self) { try UserDictionary(path: "/dev/zero", phones: []) }
    #expect(error?.reason.contains("/dev/zero: it is larger than 8 MiB") == true)
  }
}
