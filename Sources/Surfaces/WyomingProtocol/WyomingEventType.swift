/// The known types of events.
package enum WyomingEventType: String, CaseIterable, Sendable {
  // Information.
  case describe, info
  case selectProgram = "select-program"

  // Liveness and errors.
  case ping, pong, error

  // Audio.
  case audioStart = "audio-start"
  case audioChunk = "audio-chunk"
  case audioStop = "audio-stop"
  case played

  // Wake words.
  case detect, detection
  case notDetected = "not-detected"

  // Speech to text.
  case transcribe, transcript
  case transcriptStart = "transcript-start"
  case transcriptChunk = "transcript-chunk"
  case transcriptStop = "transcript-stop"

  // Intents.
  case recognize, intent
  case notRecognized = "not-recognized"
  case handled
  case notHandled = "not-handled"

  // Text to speech.
  case synthesize
  case synthesizeStart = "synthesize-start"
  case synthesizeChunk = "synthesize-chunk"
  case synthesizeStop = "synthesize-stop"
  case synthesizeStopped = "synthesize-stopped"

  // Satellites.
  case runSatellite = "run-satellite"
  case pauseSatellite = "pause-satellite"
  case satelliteConnected = "satellite-connected"
  case runPipeline = "run-pipeline"
  case streamingStarted = "streaming-started"
  case streamingStopped = "streaming-stopped"
  case voiceStarted = "voice-started"
  case voiceStopped = "voice-stopped"

  // Timers.
  case timerStarted = "timer-started"
  case timerUpdated = "timer-updated"
  case timerCancelled = "timer-cancelled"
  case timerFinished = "timer-finished"
}
