import ProgramOutput
import Testing

@Suite("Addresses in messages")
struct AddressTextTests {
  @Test(
    "An address is shown without its user name and password",
    arguments: [
      ("http://ha:8123", "http://ha:8123"), ("", ""), ("unix:///run/wyoming", "unix:///run/wyoming"),
      ("http://me:secret@ha:8123/api", "http://…@ha:8123/api"), ("me:secret@ha", "…@ha"),
      ("http://me:sec@re/t@ha", "http://…@ha"), ("secret@tcp://ha:1", "…@tcp://ha:1"), ("http://me:secret@", "http://…@"),
    ])
  func shown(address: String, text: String) {
    #expect(AddressText.withoutPassword(address) == text)
  }
}
