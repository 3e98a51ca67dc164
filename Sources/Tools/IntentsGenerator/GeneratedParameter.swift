import VocativeIntents
import VocativeIntentsFile
import VocativeUnderstanding

/// A parameter of an intents file as a property.
struct GeneratedParameter {
  /// The property's name, without backticks.
  let name: String
  let source: String

  init(
    _ parameter: IntentsFileContents.Parameter, name: String, of intent: IntentsFileContents.Intent, scope: inout GenerationScope
  ) {
    self.name = name
    let isAlwaysSaid = intent.phrases.allSatisfy { $0.template.alwaysFills(parameter.name, rules: scope.contents.rules) }
    let isOptional = !parameter.isRequired && parameter.defaultValue == nil && !isAlwaysSaid
    var arguments = ["title: \(SwiftLiteral.string(parameter.title))"]
    if let prompt = parameter.prompt { arguments.append("prompt: \(SwiftLiteral.string(prompt))") }
    if let value = parameter.defaultValue {
      if let literal = Self.literal(value, of: parameter.type, scope: scope) {
        arguments.append("default: \(literal)")
      } else {
        scope.fault(
          parameter.location, "the default \"\(value)\" of \(parameter.name) is not a value that is known at compile time")
      }
    }
    if let other = parameter.otherLists.first {
      let (own, remedy) =
        if case .list(let list) = parameter.type {
          ("from \"\(list)\"", "combine the lists")
        } else {
          ("with \(parameter.type.form)", "use another parameter")
        }
      scope.fault(
        parameter.location,
        "phrases fill \(parameter.name) \(own) and from \"\(other)\", but in Swift it has only one type; \(remedy)")
    }
    if case .number(let range?) = parameter.type {
      arguments.append("in: \(Self.range(from: range.lowerBound, through: range.upperBound))")
    }
    if case .decimal(let range) = parameter.type {
      arguments.append("in: \(Self.range(from: range.from, through: range.through)), step: \(range.step)")
    }
    if parameter.isMultiple, arguments.contains(where: { $0.hasPrefix("in:") || $0.hasPrefix("default:") }) {
      scope.fault(parameter.location, "in Swift, \(parameter.name) with multiple values has no range and no default; remove it")
    }
    let single = Self.type(of: parameter.type, scope: scope)
    let type = (parameter.isMultiple ? "[\(single)]" : single) + (isOptional ? "?" : "")
    source = """
      \(SwiftLiteral.comment("\(parameter.title)\(parameter.title.last?.isPunctuation == true ? "" : ".")"))
      @Parameter(\(arguments.joined(separator: ", "))) public var \(SwiftName.escaped(name)): \(type)
      """
  }

  /// Returns a range as an expression, in which a minus after the dots would belong to the operator.
  private static func range(from: some CustomStringConvertible, through: some CustomStringConvertible) -> String {
    let end = through.description
    return "\(from)...\(end.hasPrefix("-") ? "(\(end))" : end)"
  }

  /// The type of a value that an intent returns.
  static func type(returned: ResultType, scope: GenerationScope) -> String {
    let named = FileParameterType.named.first { $0.name == returned.name }?.type
    return type(of: returned.isListed ? .list(returned.name) : named ?? .text, scope: scope)
  }

  private static func type(of type: FileParameterType, scope: GenerationScope) -> String {
    switch type {
    case .list(let name): scope.listTypes[name] ?? SwiftName.type(name)
    case .number: "Int"
    case .decimal: "Double"
    case .amount: "CurrencyAmount"
    case .day: "CalendarDay"
    case .time: "TimeOfDay"
    case .dayAndTime: "LocalTime"
    case .duration: "Duration"
    case .text: "String"
    case .boolean: "Bool"
    }
  }

  private static func literal(_ value: String, of type: FileParameterType, scope: GenerationScope) -> String? {
    switch type {
    case .list(let name):
      // The enumeration uses the same name for its case.
      guard let list = scope.contents.list(named: name) else { return nil }
      return list.values.contains { $0.value.identifier == value }
        ? "\(Self.type(of: type, scope: scope))(rawValue: \(SwiftLiteral.string(value)))" : nil
    case .number: return Int(value).map(String.init)
    case .decimal: return value
    case .text: return SwiftLiteral.string(value)
    case .boolean: return value == "yes" ? "true" : "false"
    case .amount:
      return value.wholeMatch(of: #/-?\d{1,12}(?:\.\d{1,2})?/#) == nil
        ? nil : "CurrencyAmount(decimal: \(SwiftLiteral.string(value)))"
    case .day:
      guard let match = value.wholeMatch(of: #/(\d{4})-(\d{2})-(\d{2})/#), let year = Int(match.1), let month = Int(match.2),
        let day = Int(match.3), (1...12).contains(month), (1...31).contains(day)
      else { return nil }
      return "CalendarDay(year: \(year), month: \(month), day: \(day))"
    case .time:
      guard let match = value.wholeMatch(of: #/(\d{1,2}):(\d{2})/#), let hour = Int(match.1), let minute = Int(match.2),
        hour < 24, minute < 60
      else { return nil }
      return "TimeOfDay(hour: \(hour), minute: \(minute))"
    case .dayAndTime:
      return LocalTime(written: value) == nil ? nil : "LocalTime(written: \(SwiftLiteral.string(value)))"
    case .duration:
      guard let match = value.wholeMatch(of: #/P(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?/#) else {
        return nil
      }
      func number(_ digits: Substring?) -> Int { digits.flatMap { Int($0) } ?? 0 }
      let minutes = (number(match.1) * 24 + number(match.2)) * 60 + number(match.3)
      return ".seconds(\(minutes * 60 + number(match.4)))"
    }
  }
}
