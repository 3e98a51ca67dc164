extension WyomingEvent {
  /// Reports that a satellite is connected to a server.
  package struct SatelliteConnected: WyomingMessage {
    package static let type = WyomingEventType.satelliteConnected
    /// Creates an event.
    package init() {}
  }

  /// A stage of a pipeline.
  package enum PipelineStage: String, Codable, Sendable {
    case wake, asr, intent, handle, tts
  }

  /// Runs a pipeline on the audio that follows.
  package struct RunPipeline: WyomingMessage {
    package static let type = WyomingEventType.runPipeline
    /// The first stage.
    package let startStage: PipelineStage
    /// The last stage.
    package let endStage: PipelineStage
    /// Whether the pipeline restarts at its end.
    package let restartOnEnd: Bool
    /// The wake word that was detected before.
    package let wakeWordName: String?

    /// Creates an event for a single run.
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

  /// Reports that a satellite has started streaming its microphone.
  package struct StreamingStarted: WyomingMessage {
    package static let type = WyomingEventType.streamingStarted
    /// Creates an event.
    package init() {}
  }

  /// Reports that a satellite has stopped streaming its microphone.
  package struct StreamingStopped: WyomingMessage {
    package static let type = WyomingEventType.streamingStopped
    /// Creates an event.
    package init() {}
  }
}
