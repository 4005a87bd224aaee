internal import Frames
internal import Photometry

/// What the firmware makes of the converter's codes, worked out once a camera.
struct ToneTables: Sendable {
  /// For grey and Bayer: the delivered code of every converter code.
  let delivered: [Int32]
  /// For YUV: the encoded value of every code above black, in 1/65,536.
  let encoded: [Int32]
  /// The levels of the frames that the camera delivers.
  let range: SignalRange

  init(_ camera: CameraDescription) {
    let sensor = camera.sensor
    let greatest = (1 << sensor.bitDepth) - 1
    let span = greatest - sensor.blackLevel
    encoded = (0...span).map { code in
      let value = sensor.response.encoded(fromLinear: Double(code) / Double(span))
      return Int32((value * 65_536).rounded())
    }
    let white = (1 << camera.format.bitDepth) - 1
    if camera.format.isYUV {
      delivered = []
      range = camera.range ?? .limited
    } else if sensor.response == .linear, camera.range == nil || camera.range == .full {
      // The black level is part of the signal; codes are only brought to the format's depth.
      delivered = (0...greatest).map { Int32(($0 * white + greatest / 2) / greatest) }
      let black = Int(delivered[sensor.blackLevel])
      range = black == 0 ? .full : .levels(black: black, white: white)
    } else {
      let range = camera.range ?? .full
      let levels = SignalLevels(range, bitDepth: camera.format.bitDepth)
      let (low, high) = (levels?.black ?? 0, levels?.white ?? white)
      let table = encoded
      delivered = (0...greatest).map { code in
        let value = Int(table[max(0, code - sensor.blackLevel)])
        return Int32(low + (value * (high - low) + 32_768) >> 16)
      }
      self.range = range
    }
  }
}
