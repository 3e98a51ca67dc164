import AppProtocol
import Foundation
import VocativeIntents

extension AppCard {
  /// The card as a message.
  init(_ card: ResponseCard) {
    self.init(
      title: card.title, rows: card.rows.prefix(AppLimits.maxRows).map { Row($0.label, $0.value.written) },
      progress: card.progress)
    views = card.views.prefix(AppLimits.maxRows).map { AppCardView($0) }
    hides = card.hiddenParts.map(\.rawValue).sorted()
  }
}

extension AppCardView {
  fileprivate init(_ view: CardView) {
    self.init(
      view.size?.isZero == true ? nil : AppView(view.view), shows: view.parameters.map(\.appName).sorted(),
      size: view.size.flatMap { $0.isZero ? nil : Size(columns: $0.columns, lines: $0.lines) })
  }
}

extension InterfaceParameter {
  fileprivate var appName: String {
    switch self {
    case .intent(let name): "{\(name)}"
    case .progress: "progress"
    case .response(let label): label
    }
  }
}

extension AppView {
  /// The view as a message; a picture is described in words.
  fileprivate init(_ view: InterfaceView) {
    switch view {
    case .text(let text, let role): self = .text(text, role: "\(role)")
    case .amount(let amount, let caption):
      self = .stack([.text(amount.written, role: "heading"), .text(caption, role: "caption")])
    case .countdown(let countdown, let caption):
      // A countdown is over after its end, however long ago that was.
      self = .countdown(end: max(countdown.end.timeIntervalSince1970, 0), text: countdown.text, caption: caption)
    case .progress(let value, let caption): self = .progress(value, caption: caption)
    case .labelled(let label, let view): self = .labelled(label, AppView(view))
    case .list(let views): self = .list(views.map { AppView($0) })
    case .image(let image):
      switch image.source {
      case .symbol(let symbol): self = .symbol(symbol, description: image.description)
      case .file: self = .text(image.description, role: "body")
      }
    case .chart(let chart): self = .chart(title: chart.title, chart.bars.map { Bar($0.label, $0.value, text: $0.written) })
    case .stack(let views): self = .stack(views.map { AppView($0) })
    }
  }
}
