internal import CCairo
internal import Glibc

/// A cairo picture in memory.
@safe
struct Canvas: ~Copyable {
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let pixels: UnsafeMutablePointer<UInt8>
  private let stride: Int
  let width: Int
  let height: Int

  init(width: Int, height: Int) throws {
    self.width = width
    self.height = height
    guard
      let surface = unsafe cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, Int32(width), Int32(height)),
      unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let pixels = unsafe cairo_image_surface_get_data(surface),
      let context = unsafe cairo_create(surface)
    else {
      throw Overlay.WritingError(
        description: "a picture of \(width)×\(height) pixels does not fit; at most 32767 a side do")
    }
    unsafe self.surface = surface
    unsafe self.pixels = pixels
    unsafe self.context = context
    stride = unsafe Int(cairo_image_surface_get_stride(surface))
    unsafe cairo_set_font_size(context, 13)
    unsafe cairo_select_font_face(
      context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
    unsafe cairo_set_line_width(context, 1)
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(surface)
  }

  /// Sets a pixel; cairo's 24-bit format has blue first on little-endian machines.
  func set(x: Int, y: Int, _ colour: (UInt8, UInt8, UInt8)) {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel outside the picture")
    let place = y * stride + x * 4
    unsafe pixels[place] = colour.2
    unsafe pixels[place + 1] = colour.1
    unsafe pixels[place + 2] = colour.0
  }

  /// Tells cairo of the pixels that were set; must come before anything is drawn over them, or cairo
  /// takes the picture for empty and replaces what it should blend.
  func endPixels() {
    unsafe cairo_surface_mark_dirty(surface)
  }

  func fill(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    _ colour: (Double, Double, Double, Double)
  ) {
    use(colour)
    unsafe cairo_rectangle(context, x, y, width, height)
    unsafe cairo_fill(context)
  }

  func outline(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    _ colour: (Double, Double, Double, Double)
  ) {
    use(colour)
    unsafe cairo_rectangle(context, x + 0.5, y + 0.5, width, height)
    unsafe cairo_stroke(context)
  }

  func text(_ text: String, x: Double, y: Double) {
    use((0.95, 0.95, 0.95, 1))
    unsafe cairo_move_to(context, x, y)
    unsafe cairo_show_text(context, text)
  }

  /// Writes the picture as PNG, whole or not at all: under a name of its own first.
  func write(to path: String) throws {
    unsafe cairo_surface_flush(surface)
    try Self.write(path) { part in unsafe cairo_surface_write_to_png(surface, part) }
  }

  /// Has a file written under a name of its own, and gives it its name when it is whole.
  static func write(_ path: String, _ body: (String) -> cairo_status_t) throws {
    let part = "\(path).part"
    let status = body(part)
    var reason: String?
    if status != CAIRO_STATUS_SUCCESS {
      let code = errno
      if status == CAIRO_STATUS_WRITE_ERROR, code != 0 {
        reason = unsafe String(cString: strerror(code))
      } else {
        reason = unsafe String(cString: cairo_status_to_string(status))
      }
    } else if unsafe rename(part, path) != 0 {
      reason = unsafe String(cString: strerror(errno))
    }
    guard let reason else { return }
    _ = unsafe unlink(part)
    throw Overlay.WritingError(description: "\(path): the picture was not written: \(reason)")
  }

  private func use(_ colour: (Double, Double, Double, Double)) {
    unsafe cairo_set_source_rgba(context, colour.0, colour.1, colour.2, colour.3)
  }
}
