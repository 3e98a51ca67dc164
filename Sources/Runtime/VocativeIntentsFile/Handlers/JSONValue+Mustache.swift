import JSONValues
import Mustache

extension JSONValue {
  /// The value in a Mustache template: a section of a list is repeated for its items, and an object has fields.
  ///
  /// - Parameter text: The text where a list or an object is not a section; nil for its own.
  func rendering(as text: String? = nil) -> Any {
    switch self {
    case .array(let items):
      let items = items.filter { $0 != .null && $0 != .boolean(false) }
      return RenderedList(items: items.map { $0.rendering() }, renderText: text ?? self.text ?? "")
    case .object(let fields): return RenderedObject(fields: fields.mapValues { $0.rendering() }, renderText: text ?? "")
    case .null, .boolean(false): return RenderedAbsence()
    case .boolean, .integer, .double, .string: return self.text ?? ""
    }
  }
}

/// A list, whose text is that of its items together.
private struct RenderedList: MustacheSequence, MustacheCustomRenderable, MustacheTransformable {
  let items: [Any]
  let renderText: String
  var isNull: Bool { items.isEmpty }

  func makeIterator() -> IndexingIterator<[Any]> { items.makeIterator() }

  func transform(_ name: String) -> Any? { items.transform(name) ?? renderText.transform(name) }
}

/// An object, which has a text if something else has the same name.
private struct RenderedObject: MustacheParent, MustacheCustomRenderable, MustacheTransformable {
  let fields: [String: Any]
  let renderText: String
  var isNull: Bool { false }

  func child(named name: String) -> Any? { fields[name] }

  func transform(_ name: String) -> Any? { renderText.transform(name) }
}

/// Null or false in an object: a value with the same name outside of it is not meant.
private struct RenderedAbsence: MustacheCustomRenderable {
  var renderText: String { "" }
  var isNull: Bool { true }
}
