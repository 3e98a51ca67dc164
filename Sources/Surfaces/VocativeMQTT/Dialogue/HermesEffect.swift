import HermesProtocol
import JSONValues
import Vocative

/// What is to be done because of something that happened or was asked for.
enum HermesEffect: Sendable {
  /// Tell everybody on the broker.
  case tell(any HermesMessage)
  /// Tell what a request is, with the words for its values.
  case tellIntent(Dispatch, HermesDialogue.Session)
  /// Begin a conversation when the one that is on has ended: say something, and then wait for a request, or not.
  case open(session: String, text: String?, expecting: FollowUp?)
  /// Speak, in the turn that is on or in one of its own, and tell when it is done.
  case say(Hermes.Say, isMeanwhile: Bool)
  /// Wait for a command as after the wake phrase.
  case listen
  /// End a conversation in which something is waited for.
  case hangUp
  /// Take these intents by voice no more, and all others again.
  case disable(Set<String>)
  /// Tell the log why something is not done.
  case refuse(String)
  /// Listen to nothing from now on, or listen again.
  case mute(Bool)
  /// Find out what a text means.
  case recognize(Hermes.NLUQuery)
  /// Answer a request that waits.
  case answer(AsyncStream<DelegatedAnswer>.Continuation, DelegatedAnswer)
}
