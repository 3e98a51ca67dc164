import Foundation
import Yams

extension IntentsFileReader {
  /// Seconds a handler may take at most.
  private static let longestTime = 300

  /// - Parameter isPrivate: Whether nobody but the owner may know the values, as of an intent with `authentication: required`.
  mutating func handler(_ node: Node, of intent: String, parameters: [String], isPrivate: Bool) -> ExternalHandler? {
    let what = "the handler of \(intent)"
    let entries = entries(of: node, allowed: ["command", "http", "hermes", "timeout"], what: what)
    let limit = timeLimit(entries["timeout"])
    switch (entries["command"], entries["http"]) {
    case (let command?, nil):
      let handler = commandHandler(command, timeLimit: limit, parameters: parameters)
      if isPrivate, let slot = handler?.arguments.flatMap(\.slots).first {
        fault(
          command,
          "every user of the computer can read arguments of programs, so the private {\(slot)} cannot be one; the program finds it as JSON "
            + "on its standard input")
      }
      return handler.map(ExternalHandler.command)
    case (nil, let http?):
      return httpHandler(http, what: what, timeLimit: limit, parameters: parameters).map(ExternalHandler.http)
    case (let command?, _?): fault(command, "\(what) has a \"command\" or \"http\", not both")
    case (nil, nil): fault(node, "\(what) is { command: [program, argument, …] } or { http: { url: … } }, \"hermes\", or none")
    }
    return nil
  }

  /// How long an answer is waited for where an intent is left to Hermes skills: `hermes`, or `{ hermes: true, timeout: 20 }`.
  mutating func delegationLimit(_ node: Node, of intent: String) -> Duration? {
    if node.string == "hermes" { return timeLimit(nil) }
    guard case .mapping(let mapping) = node, let hermes = mapping["hermes"] else { return nil }
    let entries = entries(of: node, allowed: ["hermes", "timeout"], what: "the handler of \(intent)")
    if hermes.bool != true { fault(hermes, "\"hermes\" is true, or is left out") }
    return timeLimit(entries["timeout"])
  }

  private mutating func timeLimit(_ node: Node?) -> Duration {
    guard let node else { return .seconds(10) }
    guard let seconds = node.int, (1...Self.longestTime).contains(seconds) else {
      fault(node, "\"timeout\" is a whole number of seconds from 1 to \(Self.longestTime)")
      return .seconds(10)
    }
    return .seconds(seconds)
  }

  // MARK: Commands

  private mutating func commandHandler(_ node: Node, timeLimit: Duration, parameters: [String]) -> CommandHandler? {
    guard case .sequence(let sequence) = node, let programNode = sequence.first else {
      fault(node, "a command is a list, as no shell reads it: [./program, argument, \"{slot}\"]")
      return nil
    }
    var arguments: [HandlerTemplate] = []
    for argument in sequence.dropFirst() {
      if let template = handlerTemplate(argument, parameters: parameters) { arguments.append(template) }
    }
    let folder = URL(fileURLWithPath: file).standardizedFileURL.deletingLastPathComponent().path
    guard let program = program(programNode, folder: folder) else { return nil }
    return CommandHandler(program: program, arguments: arguments, folder: folder, timeLimit: timeLimit, user: handlerUser)
  }

  /// The program's absolute path: one with a slash is seen from the file's folder, any other is looked for as a shell would.
  private mutating func program(_ node: Node, folder: String) -> String? {
    guard let name = node.string, !name.isEmpty else {
      fault(node, "a program was expected here")
      return nil
    }
    if let slot = HandlerTemplate(name).slots.first {
      fault(node, "the program cannot depend on what was said; name it without {\(slot)}")
      return nil
    }
    guard !name.contains("/") else {
      let path = name.hasPrefix("/") ? name : URL(fileURLWithPath: folder + "/" + name).standardizedFileURL.path
      var isFolder: ObjCBool = false
      if !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
        fault(node, "there is no program \(path)")
      } else if isFolder.boolValue || !FileManager.default.isExecutableFile(atPath: path) {
        fault(node, "\(path) is not a program that may be run\(isFolder.boolValue ? "" : "; type: chmod +x \(path)")")
      } else {
        return path
      }
      return nil
    }
    let found = CommandHandler.path(ofProgram: name)
    if found == nil { fault(node, "no program \"\(name)\" is on the path; one beside the intents file is ./\(name)") }
    return found
  }

  // MARK: Web servers

  private mutating func httpHandler(
    _ node: Node, what: String, timeLimit: Duration, parameters: [String]
  ) -> HTTPHandler? {
    let entries = entries(of: node, allowed: ["url", "method", "headers", "body"], what: "the http of \(what)")
    guard let urlNode = entries["url"] else {
      if faults.isEmpty { fault(node, "\(what) has no \"url\"") }
      return nil
    }
    let url = url(urlNode, parameters: parameters)
    let method = (entries["method"]?.string ?? "POST").uppercased()
    if method.wholeMatch(of: #/[A-Z]{1,20}/#) == nil, let node = entries["method"] {
      fault(node, "\"method\" is a word such as GET, POST, PUT, PATCH or DELETE")
    }
    var headers: [String: String] = [:]
    for (name, value) in pairs(of: entries["headers"], what: "headers") {
      guard let text = value.string, name.wholeMatch(of: #/[A-Za-z0-9!#$%&'*+.^_`|~\-]+/#) != nil,
        text.unicodeScalars.allSatisfy({ $0.isASCII && $0.value >= 0x20 && $0.value != 0x7F })
      else {
        fault(value, "\"\(name)\" is no header that can be sent")
        continue
      }
      headers[name] = text
    }
    let type = headers.first { $0.key.lowercased() == "content-type" }?.value.lowercased()
    let body = body(entries["body"], method: method, type: type, parameters: parameters)
    guard let url, let body else { return nil }
    return HTTPHandler(url: url, method: method, headers: headers, body: body, timeLimit: timeLimit)
  }

  private mutating func url(_ node: Node, parameters: [String]) -> HandlerTemplate? {
    guard let template = handlerTemplate(node, parameters: parameters), let text = node.string else { return nil }
    guard let match = text.firstMatch(of: #/^[Hh][Tt][Tt][Pp][Ss]?:\/\/([^\/?#]+)/#) else {
      fault(node, "\"\(text)\" is no address of a web server; it begins with http:// or https://")
      return nil
    }
    guard HandlerTemplate(String(match.1)).slots.isEmpty else {
      fault(node, "who is asked cannot depend on what was said: a {slot} stands in the path or the query of the address")
      return nil
    }
    let filled = template.percentEncoded(with: [:])
    guard let url = URL(string: filled, encodingInvalidCharacters: false), url.host?.isEmpty == false else {
      fault(node, "\"\(text)\" is no address; percent-encode what may not stand in one")
      return nil
    }
    return template
  }

  private mutating func body(_ node: Node?, method: String, type: String?, parameters: [String]) -> HTTPHandler.Body? {
    guard let node else { return ["GET", "HEAD"].contains(method) ? HTTPHandler.Body.none : .request }
    guard let template = handlerTemplate(node, parameters: parameters), let text = node.string else { return nil }
    let isJSON = type?.contains("json") ?? (text.first { !$0.isWhitespace }.map { "{[".contains($0) } ?? false)
    guard isJSON else { return type?.contains("form-urlencoded") == true ? .form(template) : .text(template) }
    let sample = Dictionary(template.slots.map { ($0, "0") }, uniquingKeysWith: { first, _ in first })
    do {
      _ = try JSONSerialization.jsonObject(with: Data(template.json(with: sample).utf8), options: .fragmentsAllowed)
    } catch {
      fault(node, "the body begins like JSON, or its header says it is, and it cannot be read as such")
      return nil
    }
    return .json(template)
  }

  private mutating func handlerTemplate(_ node: Node, parameters: [String]) -> HandlerTemplate? {
    guard let text = node.string else {
      fault(node, "a text was expected here")
      return nil
    }
    let template = HandlerTemplate(text)
    for slot in template.slots where !parameters.contains(slot) {
      let known = parameters.isEmpty ? "it has none" : "they are: \(parameters.joined(separator: ", "))"
      fault(node, "{\(slot)} is not one of the intent's parameters; \(known). A brace itself is written \\{")
      return nil
    }
    return template
  }
}
