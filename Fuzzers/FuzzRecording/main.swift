import Documents
import FuzzSupport
import Recordings

// The input is the three files of a recording with a zero byte between them: description, lines, frames.
unsafe runFuzzer { bytes, count in
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  let parts = input.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
  guard parts.count == 3 else { return -1 }
  do throws(DocumentError) {
    let reader = try RecordingReader(
      description: Array(parts[0]), lines: Array(parts[1]), frames: Array(parts[2]))
    drain(reader, of: count)
  } catch {
    precondition(!error.description.isEmpty, "an error without words")
    precondition(error.place != nil, "an error without a place")
  }
  return 0
}
