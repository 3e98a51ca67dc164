import Foundation
import Messages
import Testing
import Vocative

@Suite("The conversation presenter")
struct ConversationPresenterTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]

  /// Returns the views for messages with attachments.
  private func views(of messages: [(text: String, attachments: [ResponseAttachment])]) async -> [InterfaceView] {
    let rows = messages.map { text, attachments in
      ResponseCard.Row("yesterday", .message(ResponseMessage(sender: "Mom", text: text, attachments: attachments)))
    }
    let interaction = Interaction(
      dispatch: Dispatch(
        id: "1", assistant: "messages", intent: "NewestMessage", title: "Newest message", values: [:], parameters: [],
        topic: "messages", source: .voice, session: "s", date: Date(timeIntervalSince1970: 0)),
      response: .success("Read.", card: ResponseCard(title: "Mom", rows: rows)), duration: .zero)
    let interface = ResponseInterface(presenters: MessagesInterface.presenters, context: .page, budget: .seconds(3600))
    return await interface.present(interaction).elements.map(\.view)
  }

  @Test("Attachments are shown as pictures, or as a symbol if there are none")
  func attachments() async throws {
    let pictures = [Self.png, Self.jpeg].compactMap { Picture($0) }
    let photos = ResponseAttachment(symbol: "📷", written: "2 photos", pictures: pictures)
    let views = await views(of: [
      ("Look!", [photos]), ("", [ResponseAttachment(symbol: "🎞", written: "1 video", pictures: Array(pictures.prefix(1)))]),
      ("Here.", [ResponseAttachment(symbol: "📄", written: "1 file")]),
    ])
    #expect(
      views == [
        .list([
          .stack([
            .text("Mom · yesterday", .caption), .text("Look!"),
            .image(InterfaceImage(.file(pictures[0]), description: "2 photos, number 1")),
            .image(InterfaceImage(.file(pictures[1]), description: "2 photos, number 2")),
          ]),
          .stack([
            .text("Mom · yesterday", .caption), .image(InterfaceImage(.file(pictures[0]), description: "1 video")),
          ]),
          .stack([
            .text("Mom · yesterday", .caption), .text("Here."), .image(InterfaceImage(.symbol("📄"), description: "1 file")),
          ]),
        ])
      ])
  }

  @Test(
    "A picture has a known format and at most the maximum size",
    arguments: [
      (png, Picture.Format.png), (jpeg, .jpeg), (Array("RIFF....WEBPVP8 ".utf8), .webP), (Array("<svg/>".utf8), nil), ([], nil),
      (Array("RIFF....WAVE".utf8), nil), (jpeg + [UInt8](repeating: 0, count: Picture.maxBytes - 4), .jpeg),
      (jpeg + [UInt8](repeating: 0, count: Picture.maxBytes - 3), nil),
    ] as [([UInt8], Picture.Format?)])
  func formats(file: [UInt8], format: Picture.Format?) {
    #expect(Picture(file)?.format == format)
  }
}
