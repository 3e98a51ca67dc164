extension [IntentDefinition] {
  /// The intents with a list of its own for each type of values.
  ///
  /// Lists have the short names of types. Of several types that share one, such as types inside of two intents, the second list
  /// is called `Size 2`.
  var withDistinctLists: [IntentDefinition] {
    var identities: [String: [String]] = [:]
    func distinct(_ list: String, _ identity: String) -> String {
      var known = identities[list] ?? []
      if !known.contains(identity) { known.append(identity) }
      identities[list] = known
      guard let place = known.firstIndex(of: identity), place > 0 else { return list }
      return "\(list) \(place + 1)"
    }
    return map { intent in
      var intent = intent
      for index in intent.parameters.indices {
        let parameter = intent.parameters[index]
        intent.parameters[index].list = distinct(parameter.list, parameter.listIdentity)
      }
      if let type = intent.resultType, type.isListed { intent.resultType?.name = distinct(type.name, type.listIdentity) }
      return intent
    }
  }
}
