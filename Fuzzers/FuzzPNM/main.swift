import FuzzSupport
import Recordings

// The input is a PGM or PPM file.
unsafe runFuzzer { bytes, count in
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  drain(PNMReader(.memory(input), options: SourceOptions()), of: count)
  return 0
}
