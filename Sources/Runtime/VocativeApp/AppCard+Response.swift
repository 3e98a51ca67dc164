import AppProtocol
import Foundation
import VocativeIntents

extension AppCard {
  /// The card as a message.
  init(_ card: ResponseCard) {
    self.init(
      title: card.title.asLabel,
      rows: card.rows.prefix(AppLimits.maxRows).map { Row($0.label.asLabel, $0.value.written.asDialog) },
      progress: card.progress)
    views = card.views.prefix(AppLimits.maxRows).map { AppCardView($0) }
    hides = card.hiddenParts.map(\.rawValue).sorted()
  }
}

extension AppCardView {
  fileprivate init(_ view: CardView) {
    self.init(
      view.size?.isZero == true ? nil : AppView(view.view), shows: view.parameters.map(\.appName.asLabel).sorted(),
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
    case .text(let text, let role): self = .text(text.asDialog, role: "\(role)")
    case .amount(let amount, let caption):
      self = .stack([.text(amount.written, role: "heading"), .text(caption.asDialog, role: "caption")])
    case .countdown(let countdown, let caption):
      // A countdown is over after its end, however long ago that was.
      self = .countdown(
        end: max(countdown.end.timeIntervalSince1970, 0), text: countdown.text.asLabel, caption: caption.asLabel)
    case .progress(let value, let caption): self = .progress(value, caption: caption.asLabel)
    case .labelled(let label, let view): self = .labelled(label.asLabel, AppView(view))
    case .list(let views): self = .list(views.prefix(AppLimits.maxRows).map { AppView($0) })
    case .image(let image):
      switch image.source {
      case .symbol(let symbol): self = .symbol(symbol.asLabel, description: image.description.asLabel)
      case .file: self = .text(image.description.asDialog, role: "body")
      }
    case .chart(let chart):
      self = .chart(
        title: chart.title.asLabel,
        chart.bars.prefix(AppLimits.maxRows).map { Bar($0.label.asLabel, $0.value, text: $0.written.asLabel) })
    case .stack(let views): self = .stack(views.prefix(AppLimits.maxRows).map { AppView($0) })
    }
  }
}
