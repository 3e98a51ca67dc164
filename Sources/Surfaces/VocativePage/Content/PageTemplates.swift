import Mustache

/// The templates and other files of the page, which are compiled into the program.
struct PageTemplates: Sendable {
  /// The style sheet.
  static let style = PackageResources.page_css
  /// The script.
  static let script = PackageResources.page_js

  private let library: MustacheLibrary

  /// - Throws: An error about an invalid template; never in practice, as the templates are compiled into the program.
  init() throws {
    var library = MustacheLibrary()
    let parts: [(String, [UInt8])] = [
      ("page", PackageResources.page_mustache), ("kiosk", PackageResources.kiosk_mustache),
      ("token", PackageResources.token_mustache), ("refusal", PackageResources.refusal_mustache),
      ("state", PackageResources.state_mustache), ("heard", PackageResources.heard_mustache),
      ("card", PackageResources.card_mustache), ("shortcuts", PackageResources.shortcuts_mustache),
      ("timeline", PackageResources.timeline_mustache), ("request", PackageResources.request_mustache),
      ("tuning", PackageResources.tuning_mustache), ("activities", PackageResources.activities_mustache),
      ("features", PackageResources.features_mustache), ("settings", PackageResources.settings_mustache),
      ("recording", PackageResources.recording_mustache), ("recorded", PackageResources.recorded_mustache),
    ]
    for (name, bytes) in parts { try library.register(String(decoding: bytes, as: UTF8.self), named: name) }
    for (name, text) in Self.views { try library.register(text, named: name) }
    self.library = library
  }

  /// Renders a template; the values are escaped.
  func html(_ name: String, _ values: [String: Any]) -> String {
    library.render(values, withTemplate: name) ?? ""
  }

  /// The template of each kind of view.
  ///
  /// The views contain no links, buttons or fields.
  private static let views = [
    "step": "<p>{{text}}</p>\n",
    "heading": "<p class=\"heading\">{{text}}</p>",
    "body": "<p>{{text}}</p>",
    "caption": "<p class=\"caption\">{{text}}</p>",
    "amount": "<p class=\"amount\"><span class=\"sum\">{{amount}}</span> {{caption}}</p>",
    "countdown": """
    <p class="amount"><time class="sum" role="timer" aria-live="off" datetime="{{machineDate}}" data-end="{{end}}">{{text}}</time> \
    {{caption}}</p>
    """,
    "progress": """
    <div class="progress{{#over}} over{{/over}}"><progress max="100" value="{{value}}" aria-label="{{name}}">{{percent}}</progress>\
    <span>{{percent}}</span></div>{{#hasCaption}}<p class="caption">{{caption}}</p>{{/hasCaption}}
    """,
    "labelled": """
    <dl>{{#rows}}<div><dt>{{label}}</dt><dd>{{#value}}{{>*template}}{{/value}}</dd></div>{{/rows}}</dl>
    """,
    "values": "<div class=\"values\">{{#rows}}<div>{{#value}}{{>*template}}{{/value}}</div>{{/rows}}</div>",
    "list": "<ul class=\"list\">{{#views}}<li>{{>*template}}</li>{{/views}}</ul>",
    "stack": "<div class=\"stack\">{{#views}}{{>*template}}{{/views}}</div>",
    "symbol": "<p class=\"image\"><span class=\"symbol\" aria-hidden=\"true\">{{symbol}}</span> {{description}}</p>",
    "picture": "<p class=\"image\"><img src=\"data:{{format}};base64,{{data}}\" alt=\"{{description}}\"></p>",
    "chart": """
    <table class="chart"><caption>{{title}}</caption>{{#bars}}<tr><th scope="row">{{label}}</th><td class="bar">\
    <svg aria-hidden="true" focusable="false" viewBox="0 0 100 10" preserveAspectRatio="none"><rect width="{{share}}" height="10" \
    class="{{kind}}"/></svg></td><td class="number">{{written}}</td></tr>{{/bars}}</table>
    """,
  ]
}
