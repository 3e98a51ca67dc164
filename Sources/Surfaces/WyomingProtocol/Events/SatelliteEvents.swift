extension WyomingEvent {
  /// A satellite has somebody to talk to.
  package struct SatelliteConnected: WyomingMessage {
    package static let type = WyomingEventType.satelliteConnected
    /// The server was accepted.
    package init() {}
  }

  /// A stage of a pipeline.
  package enum PipelineStage: String, Codable, Sendable {
    case wake, asr, intent, handle, tts
  }

  /// The audio that follows is to go through a pipeline.
  package struct RunPipeline: WyomingMessage {
    package static let type = WyomingEventType.runPipeline
    /// What is to be done first.
    package let startStage: PipelineStage
    /// What is to be done last.
    package let endStage: PipelineStage
    /// Whether it begins again when it has ended.
    package let restartOnEnd: Bool
    /// The wake word that was heard before.
    package let wakeWordName: String?

    /// A request for stages, once.
    package init(from startStage: PipelineStage, to endStage: PipelineStage, wakeWordName: String? = nil) {
      self.startStage = startStage
      self.endStage = endStage
      restartOnEnd = false
      self.wakeWordName = wakeWordName
    }

    enum CodingKeys: String, CodingKey {
      case startStage = "start_stage"
      case endStage = "end_stage"
      case restartOnEnd = "restart_on_end"
      case wakeWordName = "wake_word_name"
    }
  }

  /// Audio from a satellite's microphone begins.
  package struct StreamingStarted: WyomingMessage {
    package static let type = WyomingEventType.streamingStarted
    /// It begins.
    package init() {}
  }

  /// Audio from a satellite's microphone has ended.
  package struct StreamingStopped: WyomingMessage {
    package static let type = WyomingEventType.streamingStopped
    /// It has ended.
    package init() {}
  }
}
