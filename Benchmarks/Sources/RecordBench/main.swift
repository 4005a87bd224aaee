import Foundation
import Frames
import Photometry
import Recordings

// Records 1920×1080 YUYV at 30 frames/s, as a capture loop does, and tells what that costs.
//
//   taskset -c 0 record-bench FOLDER [FRAMES [none|zstd [NOISE]]]
//
// Frames are a slow gradient with noise of ±NOISE codes (3 by default), which is what compresses badly.

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
  print("usage: record-bench FOLDER [FRAMES [none|zstd [NOISE]]]")
  exit(2)
}
let frames = arguments.count > 2 ? Int(arguments[2]) ?? 300 : 300
let compression = arguments.count > 3 ? FrameCompression(rawValue: arguments[3]) ?? .none : .none
let noise = arguments.count > 4 ? Int(arguments[4]) ?? 3 : 3

/// Seconds of processor time of all threads, the kernel's part with it.
func usageNow() -> Double {
  var usage = rusage()
  _ = unsafe getrusage(numericCast(RUSAGE_SELF.rawValue), &usage)
  let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
  return Double(seconds) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
}

let layout = try FrameLayout(format: .packedYUV(.yuyv), width: 1920, height: 1080)
var seed: UInt64 = 1
let pictures = (0..<8).map { number in
  (0..<layout.byteCounts[0]).map { index in
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    // Two draws make the noise a triangle's, nearer to a sensor's than one.
    let draw = Int((seed >> 33) % UInt64(noise + 1)) - Int((seed >> 48) % UInt64(noise + 1))
    let level = index % 2 == 0 ? 40 + (index % 3840) / 24 + number : 128
    return UInt8(clamping: level + draw)
  }
}

let made = usageNow()
var options = RecordingWriter.Options()
options.expectedFrames = frames
let writer = try RecordingWriter(
  folder: arguments[1],
  description: RecordingDescription(layout: layout, response: .sRGB, compression: compression),
  options: options)
let clock = ContinuousClock()
let start = clock.now
var longest = Duration.zero
for number in 0..<frames {
  let due = start + .microseconds(number * 1_000_000 / 30)
  if due > clock.now { Thread.sleep(forTimeInterval: (due - clock.now) / .seconds(1)) }
  let began = clock.now
  let picture = pictures[number % 8]
  try writer.append(
    FrameView(layout, picture.span),
    FrameNotes(sequence: number, timestamp: Double(number) / 30))
  longest = max(longest, clock.now - began)
}
let progress = try writer.finish()
let seconds = (clock.now - start) / .seconds(1)
let used = usageNow() - made
print(
  """
  \(compression.rawValue), noise ±\(noise): \(progress.written) frames, \(progress.dropped) dropped, \
  \(seconds) s, \(progress.bytes / max(1, progress.written)) bytes a frame, \
  longest append \(longest), \(used / Double(max(1, frames)) * 1000) ms of processor time a frame
  """)
