import Foundation
import Testing
import VocativeIntents
import VocativeIntentsFile
import VocativeTestSupport
import VocativeUnderstanding

@Suite("Faults of handlers in intents files")
struct HandlerFaultTests {
  @Test(
    "An invalid handler is a fault with its line when the file is loaded",
    arguments: [
      ("{ command: [./none.sh] }", "there is no program"), ("{ command: [./plain.txt] }", "chmod +x"),
      ("{ command: [./folder] }", "not executable"), ("{ command: [no-such-program-at-all] }", "on the search path"),
      ("{ command: [\"./{thing}\"] }", "cannot depend"), ("{ command: [./good.sh, \"{nothing}\"] }", "{nothing}"),
      ("{ command: ./good.sh }", "no shell"), ("{ command: [] }", "no shell"), ("{ commando: [x] }", "no key"),
      ("{ command: [./good.sh], http: { url: \"http://localhost\" } }", "not both"), ("{ timeout: 5 }", "command: [program"),
      ("{ command: [./good.sh], timeout: 0 }", "from 1 to 300"), ("{ command: [./good.sh], timeout: 301 }", "from 1 to 300"),
      ("{ command: [./good.sh], timeout: soon }", "from 1 to 300"), ("{ http: { method: GET } }", "no \"url\""),
      ("{ http: { url: \"ftp://localhost/\" } }", "http://"), ("{ http: { url: \"file:///etc/passwd\" } }", "http://"),
      ("{ http: { url: \"http://{thing}/\" } }", "cannot depend"), ("{ http: { url: \"http://a b/\" } }", "not a valid address"),
      ("{ http: { url: \"http://localhost/{nothing}\" } }", "{nothing}"),
      ("{ http: { url: \"http://localhost\", method: \"GET /\" } }", "\"method\""),
      ("{ http: { url: \"http://localhost\", headers: { \"X Y\": z } } }", "not a valid header"),
      ("{ http: { url: \"http://localhost\", headers: { X: \"a\\nb\" } } }", "not a valid header"),
      ("{ http: { url: \"http://localhost\", headers: { X: \"a {thing}\" } } }", "use {thing} only in the path or the query"),
      (
        "{ http: { url: \"http://localhost\", body: { name: \"{thing}\" } } }",
        #"put it in quotes, as in body: '{"name": "{thing}"}'"#
      ),
      (
        "{ http: { url: \"http://localhost\", body: { a: [1, \"1\", yes, ~, it's, {thing}] } } }",
        #"put it in quotes, as in body: '{"a": [1, "1", true, null, "it''s", {thing}]}'"#
      ),
      ("{ command: [./good.sh, {thing}] }", "put it in quotes: \"{thing}\""),
      ("{ command: [./good.sh, \"{{thing}}\"] }", "write {thing}"),
      ("{ command: [./good.sh, \"{{ thing }}\"] }", "write {thing}"),
      ("{ command: [~/good.sh] }", "no shell replaces the beginning"),
      ("{ command: [\"$HOME/good.sh\"] }", "no shell replaces the beginning"),
      ("{ command: [./text] }", "begin it with a line such as #!/bin/sh"),
      ("{ command: [./windows] }", "end as in Windows"), ("{ command: [./strange] }", "names /no/such/program"),
      ("{ http: { url: \"http://localhost\", body: '{\"a\": {thing}' } }", "not valid JSON"),
      ("{ http: { url: \"http://localhost\", body: '{\"a\": \"{nothing}\"}' } }", "{nothing}"),
    ])
  func faults(_ handler: String, _ reason: String) throws {
    let folder = try TemporaryFolder()
    try folder.script("exit 0", named: "good.sh")
    try folder.write("plain", to: "plain.txt")
    try folder.write("", to: "folder/file")
    for (name, text) in [("text", "echo"), ("windows", "#!/bin/sh\r\necho\r"), ("strange", "#!/no/such/program -x\n")] {
      let path = try folder.write(text, to: name)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    let error = #expect(throws: IntentsFileError.self) { try folder.load(handler: handler) }
    let fault = try #require(error?.faults.first { $0.reason.contains(reason) }, "\(String(describing: error))")
    #expect(fault.location.line == 4, "\(fault)")
  }

  @Test("Double braces around anything but a parameter, and after a backslash, are text")
  func doubleBraces() throws {
    let folder = try TemporaryFolder()
    try folder.script("exit 0", named: "good.sh")
    try folder.load(handler: "{ command: [./good.sh, \"{{ states('sun.sun') }}\", \"\\\\{{thing}}\"] }")
  }

  @Test("Braces in a header around anything but a parameter are text")
  func headers() throws {
    let folder = try TemporaryFolder()
    try folder.load(handler: "{ http: { url: \"http://localhost\", headers: { X: \"{nothing} {\" } } }")
  }

  @Test("Without a handler, a response may use only parameters; with one, it may use any name")
  func names() throws {
    let folder = try TemporaryFolder()
    try folder.script("exit 0", named: "good.sh")
    try folder.load(handler: "{ command: [./good.sh] }", response: "{{returned}} and {{thing}}")
    #expect(throws: IntentsFileError.self) { try folder.load(handler: "none", response: "{{returned}} and {{thing}}") }
    try folder.load(handler: "none", response: "{{thing}}")
  }
}
