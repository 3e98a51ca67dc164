import Foundation
import Subprocess
import SystemPackage
import VocativeTestSupport
import VocativeWyoming

/// The client of the protocol's reference implementation, from PyPI.
enum WyomingPeer {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// An event that the client received.
  struct Event: Decodable {
    let type: String
    let data: Fields?
    let payload: Int?

    struct Fields: Decodable {
      let text: String?
      let name: String?
      let timestamp: Int?
      let entities: [Entity]?
      let context: [String: Context]?
      let rate: Int?
      let asr: [Program]?
      let tts: [Program]?
      let wake: [Program]?
      let intent: [Program]?
      let handle: [Program]?
      let satellite: Satellite?
    }

    struct Satellite: Decodable {
      let name: String
      let installed: Bool
      let activeWakeWords: [String]?

      enum CodingKeys: String, CodingKey {
        case name, installed
        case activeWakeWords = "active_wake_words"
      }
    }

    struct Entity: Decodable, Equatable {
      let name: String
      let value: String
    }

    struct Program: Decodable {
      let name: String
      let installed: Bool
      let models: [Model]?
      let voices: [Model]?
      let supportsSynthesizeStreaming: Bool?

      enum CodingKeys: String, CodingKey {
        case name, installed, models, voices
        case supportsSynthesizeStreaming = "supports_synthesize_streaming"
      }
    }

    struct Model: Decodable {
      let name: String
      let phrase: String?
      let languages: [String]
    }

    enum Context: Decodable, Equatable {
      case number(Int)
      case text(String)

      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        self = if let number = try? value.decode(Int.self) { .number(number) } else { .text(try value.decode(String.self)) }
      }
    }
  }

  /// Runs a command of the client, and returns the events that it received.
  static func run(_ uri: String, _ arguments: String...) async throws -> [Event] {
    let script = Repository.path("Tests/VocativeWyomingTests/peer.py")
    let result = try await Subprocess.run(
      .path(FilePath(ReferenceWyomingService.python)), arguments: .init([script, uri] + arguments),
      output: .string(limit: 4 << 20),
      error: .string(limit: 1 << 16))
    guard result.terminationStatus.isSuccess else { throw Failure(description: result.standardError) }
    return try result.standardOutput.split(separator: "\n").map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
  }
}

extension ReferenceWyomingService {
  /// The address of the service.
  var address: WyomingAddress { .unix(path: path) }
}
