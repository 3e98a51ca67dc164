import Testing
import VocativeIntentsFile
import VocativeUnderstanding

@Suite("The output of programs for lists")
struct ListOutputTests {
  private func names(_ text: String) throws(ListSourceError) -> [String] {
    try ListOutput(Array(text.utf8)).values.map { value in
      let names = value.value.spoken.compactMap(\.plainWords).map { $0.joined(separator: " ") }
      return "\(value.value.identifier)=\(names.joined(separator: ","))"
    }
  }

  @Test(
    "Values are lines, or the items of a JSON array",
    arguments: [
      ("", []), (" \n\t\n", []), ("[]", []),
      ("Blue Moon\n\n  Hello  \r\nNo. 5", ["Blue Moon=blue moon", "Hello=hello", "No. 5=no five"]),
      (#"["Blue Moon", 7, {"id": "x"}]"#, ["Blue Moon=blue moon", "7=seven", "x=x"]),
      ("\u{FEFF}[\"Blue Moon\"]", ["Blue Moon=blue moon"]), ("\u{FEFF}Blue Moon\n", ["Blue Moon=blue moon"]),
      (#" [{"id": 3, "spoken": ["New York", "Big Apple"]}]"#, ["3=new york,big apple"]),
      (#"[{"id": "a", "spoken": "One (Live) [2019] {x}|y"}]"#, ["a=one live two thousand nineteen x y"]),
      ("(What's) Up?\n- {x}", ["(What's) Up?=what's up", "- {x}=x"]),
    ] as [(String, [String])])
  func values(_ text: String, _ expected: [String]) throws { #expect(try names(text) == expected) }

  @Test("A value has the name that is displayed, and pronunciations by spoken words")
  func hints() throws {
    let output = try ListOutput(
      Array(#"[{"id": "nyc", "spoken": ["???", "Big Apple"], "pronunciation": {"Big apple": "b ih g", "x": 3, "y": ""}}]"#.utf8))
    let value = try #require(output.values.first)
    #expect(value.display == "Big Apple" && value.value.identifier == "nyc" && value.value.location == nil)
    #expect(value.value.pronunciations == ["big apple": ["B", "IH", "G"], "x": ["3"]])
  }

  @Test(
    "A value that cannot be used is reported by its number, and leaves the others alone",
    arguments: [
      ("one\n???\ntwo", "value 2 is not used: it has no speakable word"),
      (#"["one", {"spoken": "x"}, "two"]"#, "value 2 is not used: it has no \"id\""),
      (#"["one", null, "two"]"#, "value 2 is not used: it is neither a text nor an object"),
      (#"["one", ["x"], "two"]"#, "value 2 is not used: it is neither a text nor an object"),
      (#"["one", {"id": "x", "spoken": ""}, "two"]"#, "value 2 is not used: it has no speakable word"),
      ("one\none\ntwo", "value 2 is not used: it has the identifier of value 1"),
      ("one\nOne!\ntwo", "value 2 is not used: it has the name of value 1"),
      ("one\n\(String(repeating: "a", count: 201))\ntwo", "value 2 is not used: it is longer than 200 characters"),
    ])
  func problems(_ text: String, _ problem: String) throws {
    let output = try ListOutput(Array(text.utf8))
    #expect(output.problems == [problem])
    #expect(output.values.map(\.value.identifier) == ["one", "two"])
  }

  @Test("An unknown key is reported, and the value is used")
  func unknownKey() throws {
    let output = try ListOutput(Array(#"[{"id": "x", "name": "y"}]"#.utf8))
    #expect(output.problems == ["value 1 has an unknown key; the keys are: id, spoken, pronunciation"])
    #expect(output.values.count == 1)
  }

  @Test("Of too many values, the first ones are used")
  func tooMany() throws {
    let output = try ListOutput(Array((0...ListOutput.maxValues).map { "value \($0)\n" }.joined().utf8))
    #expect(output.values.count == 5000)
    #expect(output.problems == ["it has 5001 values; only the first 5000 are used"])
  }

  @Test(
    "An output that is neither lines nor a JSON array is refused",
    arguments: [
      (Array("[one, two]".utf8), "its output begins like a JSON array but is not valid JSON"),
      (Array(#"{"songs": []}"#.utf8), "its output is a JSON object; print a JSON array, or one value a line"),
      ([0xFF, 0xFE], "its output is not UTF-8 text"),
    ] as [([UInt8], String)])
  func refused(_ bytes: [UInt8], _ reason: String) {
    #expect(throws: ListSourceError(reason: reason)) { try ListOutput(bytes) }
  }
}
