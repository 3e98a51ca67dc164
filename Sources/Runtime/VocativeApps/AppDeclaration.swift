import AppProtocol
import Foundation
import JSONValues
import ProgramOutput
import VocativeIntents
import VocativeIntentsFile

/// The intents, lists and suggestions that an app declares in its hello.
struct AppDeclaration: Sendable {
  /// The hello.
  let hello: AppHello
  /// The hello as the contents of an intents file.
  let contents: IntentsFileContents
  private let app: String

  /// A message that does not fit what the app declares.
  struct Fault: Error, CustomStringConvertible {
    /// The mistake, as a sentence about the app.
    let description: String
  }

  /// Reads a hello.
  ///
  /// - Throws: `Fault` if it has mistakes.
  init(_ hello: AppHello, of app: String) throws(Fault) {
    (self.hello, self.app) = (hello, app)
    do throws(IntentsFileError) {
      contents = try IntentsFile.contents(ofApp: app, hello: JSONValue.object(hello.declaration).text)
    } catch {
      let faults = error.faults.prefix(5).map(\.reason).joined(separator: "; ")
      throw Fault(description: "its hello has a fault: \(PrintableText.line(faults, max: 1000))")
    }
    for name in (hello.suggestions + hello.relevant.map(\.shortcut)).map(\.intent)
    where !contents.intents.contains(where: { $0.name == name }) {
      throw Fault(
        description: "its hello suggests the intent \"\(PrintableText.line(name, max: 100))\", which it does not declare")
    }
  }

  /// The declared values of each list, by its name.
  var values: [String: [IntentsFileContents.List.Value]] {
    Dictionary(contents.lists.map { ($0.name, $0.values) }) { first, _ in first }
  }

  /// Returns whether it differs from an earlier one in what is known only after a reload.
  ///
  /// Parameters have the current values of their lists without one.
  func needsReload(after former: AppDeclaration) -> Bool { fixed != former.fixed }

  /// The hello without the values that are followed.
  private var fixed: AppHello {
    let further = contents.furtherLists
    var declaration = hello.declaration
    if case .object(var lists)? = declaration["lists"] {
      for name in lists.keys where !further.contains(name) { lists[name] = .null }
      declaration["lists"] = .object(lists)
    }
    return AppHello(
      declaration: declaration, suggestions: hello.suggestions, relevant: hello.relevant, activities: hello.activities)
  }

  /// Reads new values of a declared list.
  ///
  /// - Throws: `Fault` if the list is not declared or the values have mistakes.
  func values(_ values: [JSONValue], of list: String) throws(Fault) -> [IntentsFileContents.List.Value] {
    guard contents.list(named: list) != nil else {
      throw Fault(description: "it sets the values of the list \"\(list)\", which its hello does not have")
    }
    do throws(IntentsFileError) {
      return try IntentsFile.values(
        ofList: list, ofApp: app, rules: contents.rules, json: JSONValue.array(values).text)
    } catch {
      throw Fault(description: "the values of \"\(list)\" have a fault: \(error.faults.first?.reason ?? "")")
    }
  }

  /// Returns a donated shortcut; nil if its intent is not predicted, or only for a person who has unlocked it.
  ///
  /// - Throws: `Fault` if the intent is not declared.
  func donation(of shortcut: AppShortcut) throws(Fault) -> Shortcut? {
    guard let intent = contents.intents.first(where: { $0.name == shortcut.intent }) else {
      throw Fault(description: "it donates the intent \"\(shortcut.intent)\", which its hello does not have")
    }
    return intent.isEligibleForPrediction && !intent.requiresAuthentication ? Shortcut(shortcut).of(app) : nil
  }
}

extension JSONValue {
  /// The value as text, which is also YAML.
  fileprivate var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    var text = ""
    for scalar in json.unicodeScalars {
      switch scalar.value {
      // JSON permits these characters in texts, and YAML only their escapes.
      case 0x7F...0x84, 0x86...0x9F, 0xFFFE, 0xFFFF: text += String(format: "\\u%04X", scalar.value)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
