import Glibc
import CFuzzer
import Frames
package import Recordings

/// Hands the program over to libFuzzer.
package func runFuzzer(_ input: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) -> Never {
  var count = CommandLine.argc
  var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
  exit(unsafe fuzzer_run(&count, &arguments, input))
}

/// Reads a recording to its end and holds the reader to its promises: that it ends, that every frame
/// holds what its layout reaches, and that errors have words.
package func drain(_ reader: some FrameReader, of byteCount: Int) {
  var reader = reader
  // Each call gets at least a byte further or ends.
  for _ in 0...byteCount + 1 {
    do throws(FrameFailure) {
      guard let found = try reader.next() else { return }
      check(found.picture)
    } catch {
      precondition(!error.error.description.isEmpty, "an error without words")
    }
  }
  preconditionFailure("a reader that doesn't end")
}

/// Looks at the first and last byte of every row.
private func check(_ picture: DecodedPicture) {
  do throws(FrameViewError) {
    let view = try FrameView(picture.layout, picture.bytes.span)
    var sum = 0
    for plane in picture.layout.planes.indices {
      for y in 0..<picture.layout.rowCount(ofPlane: plane) {
        let row = view.row(y, ofPlane: plane)
        sum &+= Int(row[0]) &+ Int(row[row.count - 1])
      }
    }
    precondition(sum >= 0, "bytes are never negative")
  } catch {
    preconditionFailure("a frame shorter than its layout: \(error)")
  }
}
