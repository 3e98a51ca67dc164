import Foundation
import Vocative

/// Converts a card to the values of the templates.
enum CardContent {
  /// - Parameter event: The event that the card is shown for; nil for none.
  static func values(
    of card: InterfaceCard?, shownFor event: TurnEvent? = nil, isKiosk: Bool = false
  ) -> [String: Any] {
    guard let card else { return ["isThere": false] }
    let destination = event?.destination
    return [
      "hasDestination": destination != nil, "destination": destination?.title ?? "",
      "card": event?.interaction?.dispatch.id ?? "", "view": isKiosk ? "kiosk" : "",
      "isThere": true, "hasTitle": card.title?.isEmpty == false, "title": card.title ?? "",
      "hasDialog": card.dialog?.isEmpty == false, "dialog": card.dialog ?? "", "code": card.code.rawValue,
      "isGoingOn": card.code == .inProgress, "hasFailed": card.code.isFailure,
      "elements": card.sections.map { ["width": width(of: $0.size), "view": node($0.view)] },
    ]
  }

  private static func width(of size: InterfaceSize?) -> String {
    switch size?.columns {
    case .some(...20): "narrow"
    case .some(...40): "half"
    default: "whole"
    }
  }

  static func node(_ view: InterfaceView) -> [String: Any] {
    switch view {
    case .text(let text, let role): ["template": "\(role)", "text": text]
    case .amount(let amount, let caption): ["template": "amount", "amount": amount.written, "caption": caption]
    case .countdown(let countdown, let caption):
      [
        "template": "countdown", "end": String(Int((countdown.end.timeIntervalSince1970 * 1000).rounded())),
        "machineDate": countdown.end.formatted(.iso8601), "text": countdown.text, "caption": caption,
      ]
    case .progress(let share, let caption): progress(share, caption)
    case .labelled(let label, let value): rows([.init(label: label, value: value)])
    case .list(let views): ["template": "list", "views": views.map(node)]
    case .image(let image): picture(image)
    case .chart(let chart): self.chart(chart)
    case .stack(let views): ["template": "stack", "views": InterfaceView.groups(of: views).map(group)]
    }
  }

  private static func group(_ group: InterfaceView.Group) -> [String: Any] {
    switch group {
    case .labelled(let rows): self.rows(rows)
    case .view(let view): node(view)
    }
  }

  private static func rows(_ rows: [InterfaceView.LabelledValue]) -> [String: Any] {
    [
      "template": rows.contains { !$0.label.isEmpty } ? "labelled" : "values",
      "rows": rows.map { row -> [String: Any] in
        // A value needs a term before it if any value has one.
        ["label": row.label.isEmpty ? "\u{A0}" : row.label, "value": node(row.value)]
      },
    ]
  }

  private static func progress(_ share: Double, _ caption: String) -> [String: Any] {
    let percent = share.isFinite ? Int((min(max(share, -9.99), 99.99) * 100).rounded()) : 0
    return [
      "template": "progress", "value": min(max(percent, 0), 100), "percent": "\(percent)%", "over": share > 1,
      "name": caption.isEmpty ? "Progress" : caption, "hasCaption": !caption.isEmpty, "caption": caption,
    ]
  }

  private static func picture(_ image: InterfaceImage) -> [String: Any] {
    switch image.source {
    case .symbol(let symbol): ["template": "symbol", "symbol": symbol, "description": image.description]
    case .file(let picture):
      [
        "template": "picture", "format": picture.format.rawValue, "data": Data(picture.bytes).base64EncodedString(),
        "description": image.description,
      ]
    }
  }

  private static func chart(_ chart: InterfaceChart) -> [String: Any] {
    [
      "template": "chart", "title": chart.title,
      "bars": chart.bars.map { bar in
        [
          "label": bar.label, "written": bar.written, "share": String(format: "%.1f", chart.share(of: bar) * 100),
          "kind": bar.value < 0 ? "negative" : "positive",
        ]
      },
    ]
  }
}
