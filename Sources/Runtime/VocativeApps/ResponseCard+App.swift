import AppProtocol
import Foundation
import VocativeIntents

extension ResponseCard {
  init(_ card: AppCard) {
    let plain = ResponseCard(
      title: AppText.spoken(card.title), rows: card.rows.map { Row(AppText.spoken($0.label), AppText.spoken($0.value)) },
      // A negative one cannot be drawn.
      progress: card.progress.flatMap { $0 < 0 ? nil : $0 })
    self =
      card.views.isEmpty && card.hides.isEmpty
      ? plain : plain.drawn(as: card.views.map { CardView($0) }, hiding: Set(card.hides.compactMap(InterfacePart.init)))
  }
}

extension CardView {
  fileprivate init(_ view: AppCardView) {
    self.init(
      view.view.map { InterfaceView($0) } ?? .stack([]), showing: Set(view.shows.map { InterfaceParameter(app: $0) }),
      size: view.view == nil ? .zero : view.size.map { InterfaceSize(columns: $0.columns, lines: $0.lines) })
  }
}

extension InterfaceParameter {
  /// Creates the parameter that an app names: `{plant}`, `progress` or the label of a row.
  fileprivate init(app name: String) {
    switch name {
    case "progress": self = .progress
    case _ where name.hasPrefix("{") && name.hasSuffix("}"): self = .intent(String(name.dropFirst().dropLast()))
    default: self = .response(AppText.spoken(name))
    }
  }
}

extension InterfaceView {
  fileprivate init(_ view: AppView) {
    switch view {
    case .text(let text, let role):
      self = .text(AppText.spoken(text), role == "heading" ? .heading : role == "caption" ? .caption : .body)
    case .countdown(let end, let text, let caption):
      self = .countdown(
        Countdown(to: Date(timeIntervalSince1970: end), text: AppText.spoken(text)), caption: AppText.spoken(caption))
    case .progress(let value, let caption): self = .progress(value, caption: AppText.spoken(caption))
    case .labelled(let label, let view): self = .labelled(AppText.spoken(label), InterfaceView(view))
    case .list(let views): self = .list(views.map { InterfaceView($0) })
    case .symbol(let symbol, let description):
      self = .image(InterfaceImage(.symbol(AppText.spoken(symbol)), description: AppText.spoken(description)))
    case .chart(let title, let bars):
      self = .chart(
        InterfaceChart(
          title: AppText.spoken(title),
          bars: bars.map { .init(AppText.spoken($0.label), $0.value, written: AppText.spoken($0.text)) }))
    case .stack(let views): self = .stack(views.map { InterfaceView($0) })
    }
  }
}
