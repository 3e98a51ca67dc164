import Foundation
import ProgramOutput
import Yams

extension IntentsFileReader {
  /// The maximum time limit of a handler, in seconds.
  private static let maxTime = 300

  /// - Parameters:
  ///   - parameters: The names that slots can have; nil for any.
  ///   - isPrivate: Whether only the owner may know the values, as for an intent with `authentication: required`.
  mutating func handler(_ node: Node, of intent: String, parameters: [String]?, isPrivate: Bool) -> ExternalHandler? {
    let what = "the handler of \(intent)"
    if node.string == "home-assistant" {
      return homeAssistantHandler(
        node, what: what, timeLimit: HomeAssistantHandler.defaultTimeLimit, parameters: parameters
      ).map(ExternalHandler.homeAssistant)
    }
    let form = "{ command: [program, argument, …] }, { http: { url: … } }, \"home-assistant\", \"hermes\", or none"
    guard case .mapping = node else {
      fault(node, "\(what) must be \(form)")
      return nil
    }
    let known = faults.count
    let entries = entries(of: node, allowed: ["command", "http", "hermes", "home-assistant", "timeout"], what: what)
    let hasUnknownKeys = faults.count > known
    if let homeAssistant = entries["home-assistant"] {
      if entries["command"] != nil || entries["http"] != nil {
        fault(homeAssistant, "\(what) can have one of \"command\", \"http\" and \"home-assistant\"")
      }
      let limit = entries["timeout"].map { timeLimit($0) } ?? HomeAssistantHandler.defaultTimeLimit
      return homeAssistantHandler(homeAssistant, what: what, timeLimit: limit, parameters: parameters).map(
        ExternalHandler.homeAssistant)
    }
    let limit = timeLimit(entries["timeout"])
    switch (entries["command"], entries["http"]) {
    case (let command?, nil):
      let handler = commandHandler(command, timeLimit: limit, parameters: parameters)
      if isPrivate, let slot = handler?.arguments.flatMap(\.slots).first { faultPrivate(slot, command) }
      return handler.map(ExternalHandler.command)
    case (nil, let http?):
      return httpHandler(http, what: what, timeLimit: limit, parameters: parameters).map(ExternalHandler.http)
    case (let command?, _?): fault(command, "\(what) can have \"command\" or \"http\", not both")
    case (nil, nil): if !hasUnknownKeys { fault(node, "\(what) must be \(form)") }
    }
    return nil
  }

  /// Reads the time limit of an intent that Hermes skills handle: `hermes`, or `{ hermes: true, timeout: 20 }`.
  mutating func delegationLimit(_ node: Node, of intent: String) -> Duration? {
    if node.string == "hermes" { return timeLimit(nil) }
    guard case .mapping(let mapping) = node, let hermes = mapping["hermes"] else { return nil }
    let entries = entries(of: node, allowed: ["hermes", "timeout"], what: "the handler of \(intent)")
    if hermes.bool != true { fault(hermes, "\"hermes\" must be true or omitted") }
    return timeLimit(entries["timeout"])
  }

  /// Reads a time limit in seconds.
  mutating func timeLimit(_ node: Node?) -> Duration {
    guard let node else { return .seconds(10) }
    guard let seconds = node.int, (1...Self.maxTime).contains(seconds) else {
      fault(node, "\"timeout\" must be a whole number of seconds from 1 to \(Self.maxTime)")
      return .seconds(10)
    }
    return .seconds(seconds)
  }

  // MARK: Commands

  /// Reports an argument of a program with a value that only the owner may know.
  mutating func faultPrivate(
    _ slot: String, _ node: Node, remedy: String = "the program receives it as JSON on its standard input"
  ) {
    fault(
      node,
      "every user of the computer can read arguments of programs, so the private {\(slot)} is not allowed there; \(remedy)")
  }

  mutating func commandHandler(_ node: Node, timeLimit: Duration, parameters: [String]?) -> CommandHandler? {
    guard case .sequence(let sequence) = node, let programNode = sequence.first else {
      fault(node, "a command must be a list, because no shell parses it: [./program, argument, \"{slot}\"]")
      return nil
    }
    var arguments: [HandlerTemplate] = []
    for argument in sequence.dropFirst() {
      if let template = handlerTemplate(argument, parameters: parameters) { arguments.append(template) }
    }
    guard let program = program(programNode) else { return nil }
    warn(ofArguments: arguments, program, node)
    return CommandHandler(program: program, arguments: arguments, folder: folder, timeLimit: timeLimit, user: handlers.user)
  }

  /// Warns of arguments that only a shell would replace, and of values that a shell would read as commands.
  private mutating func warn(ofArguments arguments: [HandlerTemplate], _ program: String, _ node: Node) {
    let name = URL(fileURLWithPath: program).lastPathComponent
    let written = arguments.map { $0.filled(with: $0.samples("x")) }
    guard ["sh", "bash", "dash", "zsh", "ksh", "fish"].contains(name) else {
      // The shell of another computer replaces such arguments.
      guard name != "ssh", let path = written.first(where: { $0.contains(#/^~\/|^\$HOME\b|^\$\{HOME\}/#) }) else { return }
      warn(node, "\"\(path)\" is passed as it is written, because no shell replaces its beginning; write the whole path")
      return
    }
    guard let option = written.firstIndex(where: { $0.contains(#/^-[a-z]*c$/#) }), arguments.indices.contains(option + 1),
      let slot = arguments[option + 1].slots.first
    else { return }
    warn(
      node,
      "the value of {\(slot)} becomes a part of the script, in which a character such as an apostrophe or $ has a meaning; pass it "
        + "as an argument, as in: command: [\(name), -c, 'echo \"$1\"', \(name), \"{\(slot)}\"]")
  }

  /// Returns the absolute path of a program: a name with a slash is relative to the file's folder; any other is searched like in
  /// a shell.
  mutating func program(_ node: Node) -> String? {
    guard let name = node.string, !name.isEmpty else {
      fault(node, "expected a program")
      return nil
    }
    if let slot = HandlerTemplate(name).slots.first {
      fault(node, "the program cannot depend on spoken words; remove {\(slot)}")
      return nil
    }
    guard !name.contains("/") else {
      guard let path = path(node) else { return nil }
      var isFolder: ObjCBool = false
      if !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
        fault(node, "there is no program \(path)")
      } else if isFolder.boolValue || !FileManager.default.isExecutableFile(atPath: path) {
        fault(node, "\(path) is not executable\(isFolder.boolValue ? "" : "; run: chmod +x \(path)")")
      } else if let reason = ScriptHeader.fault(ofProgramAt: path) {
        fault(node, reason)
      } else {
        return path
      }
      return nil
    }
    let found = CommandHandler.path(ofProgram: name)
    if found == nil { fault(node, "\"\(name)\" is not on the search path; for a program in the file's folder, write ./\(name)") }
    return found
  }

  /// The folder of the file.
  var folder: String { URL(fileURLWithPath: file).standardizedFileURL.deletingLastPathComponent().path }

  /// Reads a path, which is relative to the folder of the file; nil for one that only a shell would complete.
  mutating func path(_ node: Node) -> String? {
    guard let path = text(Optional(node)) else { return nil }
    guard path.firstMatch(of: #/^~|^\$\w|^\$\{/#) == nil else {
      fault(node, "no shell replaces the beginning of \"\(path)\"; write the whole path, or one from the folder of this file")
      return nil
    }
    return path.hasPrefix("/") ? path : URL(fileURLWithPath: folder + "/" + path).standardizedFileURL.path
  }

  // MARK: Web servers

  /// - Parameters:
  ///   - keys: The keys that it can have.
  ///   - method: The default method.
  ///   - parameters: The names that slots can have; nil for any.
  mutating func httpHandler(
    _ node: Node, what: String, keys: [String] = ["url", "method", "headers", "body"], method defaultMethod: String = "POST",
    timeLimit: Duration, parameters: [String]?
  ) -> HTTPHandler? {
    let known = faults.count
    let entries = entries(of: node, allowed: keys, what: "the http of \(what)")
    guard let urlNode = entries["url"] else {
      if faults.count == known { fault(node, "\(what) has no \"url\"") }
      return nil
    }
    let url = url(urlNode, parameters: parameters)
    let method = (entries["method"]?.string ?? defaultMethod).uppercased()
    if method.wholeMatch(of: #/[A-Z]{1,20}/#) == nil, let node = entries["method"] {
      fault(node, "\"method\" is a word such as GET, POST, PUT, PATCH or DELETE")
    }
    var headers: [String: String] = [:]
    for (name, value) in pairs(of: entries["headers"], what: "headers") {
      guard let text = value.string, name.wholeMatch(of: #/[A-Za-z0-9!#$%&'*+.^_`|~\-]+/#) != nil,
        text.unicodeScalars.allSatisfy({ $0.isASCII && $0.value >= 0x20 && $0.value != 0x7F })
      else {
        fault(value, "\"\(name)\" is not a valid header")
        continue
      }
      if let slot = HandlerTemplate(text).slots.first(where: { parameters?.contains($0) == true }) {
        fault(
          value,
          "a header is sent as it is written; use {\(slot)} only in the path or the query of the \"url\", or in the \"body\"")
      }
      headers[name] = text
    }
    let type = headers.first { $0.key.lowercased() == "content-type" }?.value.lowercased()
    let body = body(entries["body"], method: method, type: type, parameters: parameters)
    guard let url, let body else { return nil }
    return HTTPHandler(url: url, method: method, headers: headers, body: body, timeLimit: timeLimit)
  }

  private mutating func url(_ node: Node, parameters: [String]?) -> HandlerTemplate? {
    guard let template = handlerTemplate(node, parameters: parameters), let text = node.string else { return nil }
    guard let match = text.firstMatch(of: #/^[Hh][Tt][Tt][Pp][Ss]?:\/\/([^\/?#]+)/#) else {
      fault(node, "\"\(AddressText.withoutPassword(text))\" is not a web address; start it with http:// or https://")
      return nil
    }
    guard HandlerTemplate(String(match.1)).slots.isEmpty else {
      fault(node, "the host cannot depend on spoken words: use a {slot} only in the path or the query")
      return nil
    }
    let filled = template.percentEncoded(with: [:])
    guard let url = URL(string: filled, encodingInvalidCharacters: false), url.host?.isEmpty == false else {
      fault(node, "\"\(AddressText.withoutPassword(text))\" is not a valid address; percent-encode special characters")
      return nil
    }
    return template
  }

  private mutating func body(_ node: Node?, method: String, type: String?, parameters: [String]?) -> HTTPHandler.Body? {
    guard let node else { return ["GET", "HEAD"].contains(method) ? HTTPHandler.Body.none : .request }
    guard let text = node.string else {
      fault(node, "the body must be a text; put it in quotes, as in body: \(node.quotedJSON)")
      return nil
    }
    guard let template = handlerTemplate(node, parameters: parameters) else { return nil }
    let isJSON = type?.contains("json") ?? (text.first { !$0.isWhitespace }.map { "{[".contains($0) } ?? false)
    guard isJSON else { return type?.contains("form-urlencoded") == true ? .form(template) : .text(template) }
    do {
      _ = try JSONSerialization.jsonObject(
        with: Data(template.json(with: template.samples("0")).utf8), options: .fragmentsAllowed)
    } catch {
      fault(node, "the body begins like JSON or its header says so, but it is not valid JSON")
      return nil
    }
    return .json(template)
  }

  /// - Parameter parameters: The names that slots can have; nil for any.
  mutating func handlerTemplate(_ node: Node, parameters: [String]?) -> HandlerTemplate? {
    guard let text = text(node) else { return nil }
    let template = HandlerTemplate(text)
    guard let parameters else { return template }
    // Responses have double braces, so they are easily written here too, and one pair would stay.
    if let name = HandlerTemplate.doubledSlot(in: text), parameters.contains(name) {
      fault(node, "{{\(name)}} has one pair of braces too many; write {\(name)}")
      return nil
    }
    for slot in template.slots where !parameters.contains(slot) {
      let known = parameters.isEmpty ? "it has none" : "they are: \(parameters.joined(separator: ", "))"
      fault(node, "{\(slot)} is not one of the intent's parameters; \(known). Write a literal brace as \\{")
      return nil
    }
    return template
  }
}
