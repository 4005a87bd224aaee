import Documents
import Controls
import FuzzSupport
import Profiles

// The input is a profile. Whatever is read is written and read again, to the bit.
unsafe runFuzzer { bytes, count in
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  do throws(DocumentError) {
    let profile = try ProfileDocument.read(input, name: "input", place: .session)
    do throws(DocumentError) {
      let text = try ProfileDocument.text(of: profile)
      let again = try ProfileDocument.read(Array(text.utf8), name: "again", place: .session)
      precondition(again == profile, "written and read it differs: \(text)")
    } catch {
      preconditionFailure("what was read cannot be written: \(error)")
    }
  } catch {
    precondition(!error.description.isEmpty, "an error without words")
    precondition(error.place != nil, "an error without a place")
  }
  return 0
}
