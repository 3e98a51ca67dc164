import VocativeIntents

extension Message {
  /// The message as read aloud: the known facts, the sender's name if requested, and the text.
  ///
  /// `Hannah, yesterday, in the family group, with two photos: Look who is here.`
  func spoken(clock: WallClock, naming: Set<Naming>) -> String {
    var facts = naming.contains(.sender) ? [sender.dialogName] : []
    facts.append(clock.spoken(date))
    if naming.contains(.group), let group { facts.append(group.inDialog) }
    if !attachments.isEmpty { facts.append("with " + MessageAttachment.spoken(attachments)) }
    let text = Reading.shortened(QuotedText.spoken(body))
    // An engine says nothing for emoji.
    if !text.isEmpty, !text.contains(where: { $0.isLetter || $0.isNumber }) { facts.append("without words") }
    return facts.joined(separator: ", ") + (text.isEmpty ? "." : ": " + text)
  }

  /// A fact that the listener does not know yet about a message that is read aloud.
  enum Naming {
    case sender
    case group
  }

  /// The message as a card.
  func card(clock: WallClock) -> ResponseCard {
    var rows: [ResponseCard.Row] = [.init("Sent", clock.written(date))]
    if let group { rows.append(.init("Group", group.name)) }
    rows.append(.init("Message", .message(shown(naming: []))))
    return ResponseCard(title: sender.name, rows: rows)
  }

  /// The message as one of several rows on a card.
  func row(clock: WallClock, naming: Set<Naming>) -> ResponseCard.Row {
    ResponseCard.Row(clock.written(date), .message(shown(naming: naming)))
  }

  private func shown(naming: Set<Naming>) -> ResponseMessage {
    ResponseMessage(
      sender: naming.contains(.sender) ? sender.name : nil, text: QuotedText.spoken(body),
      attachments: attachments.map { ResponseAttachment(symbol: $0.kind.symbol, written: $0.written, pictures: $0.pictures) })
  }
}

extension MessageAttachment.Kind {
  /// A character that represents the kind.
  fileprivate var symbol: String {
    switch self {
    case .photo: "📷"
    case .video: "🎬"
    case .voiceMessage: "🎤"
    case .file: "📄"
    case .link: "🔗"
    }
  }
}

extension ContactGroup {
  /// The group of a message, as it is spoken.
  var inDialog: String { "in the \(dialogName) group" }
}
