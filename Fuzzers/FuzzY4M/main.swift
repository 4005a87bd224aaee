import FuzzSupport
import Recordings

// The input is a Y4M file.
unsafe runFuzzer { bytes, count in
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  drain(Y4MReader(.memory(input), options: SourceOptions()), of: count)
  return 0
}
