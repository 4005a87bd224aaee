public import Photometry

/// Why a file of settings, a profile or a recording's description couldn't be read or written: what, where in which file, and what to do.
public struct DocumentError: Error, Hashable, Sendable {
  /// The file, or what stands for it.
  public let file: String
  /// Where in the text; `nil` where the file itself is what is wrong.
  public let place: Place?
  /// What is wrong.
  public let fault: Fault

  package init(file: String, place: Place?, fault: Fault) {
    self.file = file
    self.place = place
    self.fault = fault
  }

  /// A place in a document.
  public struct Place: Hashable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// The character in its line, from 1.
    public let column: Int
    /// The path of keys and indices, as `gainLaw.value.entries[3]`; empty for the document itself and
    /// where the text is no JSON.
    public let path: String

    package init(line: Int, column: Int, path: String) {
      self.line = line
      self.column = column
      self.path = path
    }
  }

  /// What can be wrong.
  public enum Fault: Hashable, Sendable {
    /// The file doesn't exist.
    case notFound
    /// A folder, pipe, device or socket.
    case notAFile
    /// The system refused to open, read, write or rename; the step and the error number.
    case system(step: String, errno: Int32)
    /// More bytes than such a document has.
    case tooLarge(bytes: Int, most: Int)
    /// More objects and lists inside one another than such a document has.
    case tooDeep(most: Int)
    /// The text is no JSON; jansson's words.
    case syntax(String)
    /// An object has a key twice.
    case duplicateKey(String)
    /// The document is of a version that this library doesn't read.
    case schema(Int, known: Int)
    /// A key that such documents don't have.
    case unknownKey(String, nearest: String?, known: [String])
    /// A key that has to be there.
    case missingKey(String)
    /// A word that isn't known.
    case unknownWord(String, nearest: String?, known: [String])
    /// A value of the wrong kind.
    case wrongType(found: String, wanted: String)
    /// A value or a count outside its range.
    case outOfRange(String, range: String)
    /// Entries that have to rise don't; what rises.
    case notRising(String)
    /// A response curve's table or exponent is refused.
    case response(ResponseTableError)
    /// A matrix that cannot be inverted.
    case singularMatrix
    /// Not a day of the form 2026-12-01.
    case date(String)
    /// Not a USB vendor and product of the form 046d:0825.
    case usbIdentifier(String)
    /// A name with no or too many letters, or with control characters.
    case name(String)
    /// A number that isn't finite.
    case notFinite
    /// There is no folder for the user's profiles: neither XDG_CONFIG_HOME nor HOME is set.
    case noUserFolder
  }
}

extension DocumentError: CustomStringConvertible {
  /// Where, what is wrong, and what to do.
  public var description: String {
    guard let place else { return "\(file): \(fault)" }
    let path = place.path.isEmpty ? "" : "\(place.path): "
    return "\(file):\(place.line):\(place.column): \(path)\(fault)"
  }
}

extension DocumentError.Fault: CustomStringConvertible {
  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .notFound: "no such file; name one that exists"
    case .notAFile: "not a regular file; name a JSON file"
    case .system(let step, let code):
      "cannot be \(step): \(Files.message(code)); check folder and permissions"
    case .tooLarge(let bytes, let most):
      "\(bytes) bytes are more than the \(most) that it may have; is this the right file?"
    case .tooDeep(let most):
      "more than \(most) objects and lists inside one another; take the outer ones away"
    case .syntax(let words): "not JSON: \(words); correct the text here or just before"
    case .duplicateKey(let key): "the key “\(key)” is there twice; take one away"
    case .schema(let found, let known):
      "schema \(found) is not known; this version reads \(known): update it, or write \(known) and "
        + "keep to what is documented of it"
    case .unknownKey(let key, let nearest, let known):
      "the key “\(key)” is not known; \(Self.advice(nearest, known))"
    case .missingKey(let key): "the key “\(key)” is missing; add it"
    case .unknownWord(let word, let nearest, let known):
      "“\(word)” is not known; \(Self.advice(nearest, known))"
    case .wrongType(let found, let wanted): "\(found) where \(wanted) belongs; write \(wanted)"
    case .outOfRange(let value, let range): "\(value) is refused; write \(range)"
    case .notRising(let what): "\(what) do not rise; put the entries in order, none twice"
    case .response(let error): error.description
    case .singularMatrix: "the matrix cannot be inverted; measure it with more colours"
    case .date(let text): "“\(text)” is not a day; write it as 2026-12-01"
    case .usbIdentifier(let text):
      "“\(text)” is not a USB vendor and product; write them as lsusb does, 046d:0825"
    case .name(let text):
      "“\(text)” is no name; write 1 to 255 bytes without control characters, or leave the key out"
    case .notFinite: "a value is infinite or not a number; put a measured one in its place"
    case .noUserFolder: "there is no folder to save in; set XDG_CONFIG_HOME or HOME"
    }
  }

  private static func advice(_ nearest: String?, _ known: [String]) -> String {
    if let nearest { return "did you mean “\(nearest)”?" }
    return "known are \(known.joined(separator: ", "))"
  }
}
