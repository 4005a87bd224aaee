/// What is wrong with a value, and where in the document it stands.
package struct JSONFault: Error {
  package let path: [JSONStep]
  /// Whether the last step's key is what is wrong.
  package let atKey: Bool
  package let fault: DocumentError.Fault
}

/// A value of a document with its path, read with every step checked.
package struct JSONNode {
  package let value: JSONValue
  package let path: [JSONStep]

  package init(_ value: JSONValue, path: [JSONStep] = []) {
    self.value = value
    self.path = path
  }

  package func fault(_ fault: DocumentError.Fault) -> JSONFault {
    JSONFault(path: path, atKey: false, fault: fault)
  }

  /// The members of an object, none but those that are known.
  package func object(_ known: [String]) throws(JSONFault) -> JSONMembers {
    guard case .object(let members) = value else { throw wrongType("an object") }
    var nodes: [String: JSONNode] = [:]
    for member in members {
      let path = self.path + [.key(member.key)]
      guard known.contains(member.key) else {
        let nearest = NearestWord.to(member.key, among: known)
        throw JSONFault(
          path: path, atKey: true, fault: .unknownKey(member.key, nearest: nearest, known: known))
      }
      nodes[member.key] = JSONNode(member.value, path: path)
    }
    return JSONMembers(node: self, nodes: nodes)
  }

  package func array(_ counts: ClosedRange<Int>) throws(JSONFault) -> [JSONNode] {
    guard case .array(let items) = value else { throw wrongType("a list") }
    guard counts.contains(items.count) else {
      throw fault(
        .outOfRange(
          "\(items.count) elements", range: "\(counts.lowerBound) to \(counts.upperBound) of them"))
    }
    return items.enumerated().map { JSONNode($1, path: path + [.index($0)]) }
  }

  package func string() throws(JSONFault) -> String {
    guard case .string(let string) = value else { throw wrongType("a string") }
    return string
  }

  package func word(_ known: [String]) throws(JSONFault) -> String {
    let string = try string()
    guard known.contains(string) else {
      let nearest = NearestWord.to(string, among: known)
      throw fault(.unknownWord(string, nearest: nearest, known: known))
    }
    return string
  }

  package func integer(_ range: ClosedRange<Int>) throws(JSONFault) -> Int {
    let number: Int
    switch value {
    case .integer(let integer): number = integer
    case .real(let real):
      guard let whole = Int(exactly: real) else { throw wrongType("a whole number") }
      number = whole
    default: throw wrongType("a whole number")
    }
    guard range.contains(number) else {
      throw fault(.outOfRange("\(number)", range: "\(range.lowerBound) to \(range.upperBound)"))
    }
    return number
  }

  /// A number; integers beyond 2⁵³ that no double has are refused.
  ///
  /// - Parameters:
  ///   - range: The range.
  ///   - openBelow: Whether the range's lower end itself is refused.
  /// - Returns: The number.
  /// - Throws: ``JSONFault`` where it is none or outside.
  package func number(_ range: ClosedRange<Double>, openBelow: Bool = false) throws(JSONFault)
    -> Double
  {
    let number: Double
    let text: String
    switch value {
    case .integer(let integer):
      text = "\(integer)"
      guard let exact = Double(exactly: integer) else {
        throw fault(.outOfRange(text, range: "a number that a double holds"))
      }
      number = exact
    case .real(let real): (number, text) = (real, "\(real)")
    default: throw wrongType("a number")
    }
    guard range.contains(number), !(openBelow && number == range.lowerBound) else {
      let (low, high) = (Self.short(range.lowerBound), Self.short(range.upperBound))
      throw fault(
        .outOfRange(text, range: openBelow ? "above \(low), at most \(high)" : "\(low) to \(high)"))
    }
    return number
  }

  private func wrongType(_ wanted: String) -> JSONFault {
    fault(.wrongType(found: value.kind, wanted: wanted))
  }

  /// Whole numbers without their fraction.
  private static func short(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

/// The members of an object, each by its key.
package struct JSONMembers {
  package let node: JSONNode
  package let nodes: [String: JSONNode]

  package subscript(_ key: String) -> JSONNode? { nodes[key] }

  package func required(_ key: String) throws(JSONFault) -> JSONNode {
    guard let found = nodes[key] else { throw node.fault(.missingKey(key)) }
    return found
  }
}
