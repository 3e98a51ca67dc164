/// Converts a Home Assistant response, a Jinja template, to a Mustache template.
struct HomeAssistantResponse {
  /// The Mustache template; nil if the response uses more than the intent's slots.
  let template: String?

  init(_ jinja: String, slots: Set<String>) {
    var text = jinja.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var isPlain = !text.isEmpty
    let mentions = text.matches(of: #/\{\{\s*slots\.(\w+)\s*\}\}/#)
    for mention in mentions where !slots.contains(String(mention.1)) { isPlain = false }
    let rest = text.replacing(#/\{\{\s*slots\.\w+\s*\}\}/#, with: "")
    if ["{{", "{%", "{#"].contains(where: { rest.contains($0) }) { isPlain = false }
    text = text.replacing(#/\{\{\s*slots\.(\w+)\s*\}\}/#) { "{{\($0.1)}}" }
    template = isPlain ? text : nil
  }
}
