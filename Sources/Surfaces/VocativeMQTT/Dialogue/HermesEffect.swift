package import HermesProtocol
import JSONValues
package import Vocative

/// An effect of an event or a request.
package enum HermesEffect: Sendable {
  /// Publish a message.
  case publish(any HermesMessage)
  /// Publish an intent, with the words for its values.
  case tellIntent(Dispatch, HermesDialogue.Session)
  /// Begin a session after the active one: speak, and then optionally wait for a request.
  case open(session: String, text: String?, expecting: FollowUp?)
  /// Speak, in the active turn or a separate one, and report when it is done.
  case say(Hermes.Say, isMeanwhile: Bool)
  /// Wait for a command as after the wake phrase.
  case listen
  /// Speak if there is a text, and end a session that waits for something.
  case hangUp(saying: String?)
  /// Speak if there is a text, and wait for another request in a session that waits for something.
  case ask(String?, expecting: FollowUp)
  /// Disable these intents by voice, and enable all others.
  case disable(Set<String>)
  /// Log why a request was refused.
  case refuse(String)
  /// Mute or unmute.
  case mute(Bool)
  /// Recognize the intent of a text.
  case recognize(Hermes.NLUQuery)
  /// Answer a waiting request.
  case answer(AsyncStream<DelegatedAnswer>.Continuation, DelegatedAnswer)
}
