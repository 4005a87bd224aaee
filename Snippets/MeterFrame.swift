// Meters one frame of memory: what a capture program does for each buffer.
import GrayCard

// snippet.meter
let layout = try FrameLayout(format: .packedYUV(.yuyv), width: 640, height: 480)
let bytes = [UInt8](repeating: 128, count: layout.byteCounts[0])

var extractor = try StatisticsExtractor(layout)
var meter = Meter(
  geometry: extractor.geometry, signal: extractor.signal,
  configuration: MeteringConfiguration(pattern: .centreWeighted, response: .bt709))
let statistics = try extractor.extract(FrameView(layout, bytes.span))
let metered = try meter.meter(statistics)

print("metered \(metered.exposureValue), \(metered.clippedHighShare * 100) % clipped")
// snippet.end
