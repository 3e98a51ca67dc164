import Foundation
import Vocative

/// A card as the templates take it.
enum CardContent {
  static func values(of card: InterfaceCard?) -> [String: Any] {
    guard let card else { return ["isThere": false] }
    return [
      "isThere": true, "hasTitle": card.title?.isEmpty == false, "title": card.title ?? "",
      "hasDialog": card.dialog?.isEmpty == false, "dialog": card.dialog ?? "", "code": card.code.rawValue,
      "isGoingOn": card.code == .inProgress, "hasFailed": [.failure, .failureRequiringAppLaunch].contains(card.code),
      "elements": sections(of: card),
    ]
  }

  /// Neighbours that have no room of their own are drawn together, so that their values are aligned.
  private static func sections(of card: InterfaceCard) -> [[String: Any]] {
    var sections: [[String: Any]] = []
    var run: [InterfaceView] = []
    func end() {
      if !run.isEmpty { sections.append(["width": "whole", "view": node(.stack(run))]) }
      run = []
    }
    for element in card.elements {
      guard let size = element.size else {
        run.append(element.view)
        continue
      }
      end()
      if !size.isZero { sections.append(["width": width(of: size), "view": node(element.view)]) }
    }
    end()
    return sections
  }

  private static func width(of size: InterfaceSize) -> String {
    switch size.columns {
    case ...20: "narrow"
    case ...40: "half"
    default: "whole"
    }
  }

  static func node(_ view: InterfaceView) -> [String: Any] {
    switch view {
    case .text(let text, let role): ["template": "\(role)", "text": text]
    case .amount(let amount, let caption): ["template": "amount", "amount": amount.written, "caption": caption]
    case .progress(let share, let caption): progress(share, caption)
    case .labelled: rows([view])
    case .list(let views): ["template": "list", "views": views.map(node)]
    case .image(let image): picture(image)
    case .chart(let chart): self.chart(chart)
    case .stack(let views): ["template": "stack", "views": groups(of: views)]
    }
  }

  /// Views with neighbouring labelled values together.
  private static func groups(of views: [InterfaceView]) -> [[String: Any]] {
    var groups: [[String: Any]] = []
    var labelled: [InterfaceView] = []
    func end() {
      if !labelled.isEmpty { groups.append(rows(labelled)) }
      labelled = []
    }
    for view in views {
      if case .labelled = view {
        labelled.append(view)
      } else {
        end()
        groups.append(node(view))
      }
    }
    end()
    return groups
  }

  private static func rows(_ views: [InterfaceView]) -> [String: Any] {
    var isLabelled = false
    let rows = views.compactMap { view -> [String: Any]? in
      guard case .labelled(let label, let value) = view else { return nil }
      isLabelled = isLabelled || !label.isEmpty
      // A value has to have a term before it, where there are terms at all.
      return ["hasLabel": true, "label": label.isEmpty ? "\u{A0}" : label, "value": node(value)]
    }
    return ["template": isLabelled ? "labelled" : "values", "rows": rows]
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
    case .data(let bytes, _) where bytes.count > InterfaceImage.mostBytes:
      ["template": "symbol", "symbol": "🖼", "description": image.description]
    case .data(let bytes, let format):
      [
        "template": "picture", "format": format.rawValue, "data": Data(bytes).base64EncodedString(),
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
