internal import CCairo

/// A drawing of lines and letters in an SVG file.
@safe
struct Drawing: ~Copyable {
  typealias Colour = (Double, Double, Double, Double)

  private let surface: OpaquePointer
  private let context: OpaquePointer

  private init?(path: String, width: Double, height: Double) {
    guard let surface = unsafe cairo_svg_surface_create(path, width, height) else { return nil }
    guard let context = unsafe cairo_create(surface) else {
      unsafe cairo_surface_destroy(surface)
      return nil
    }
    unsafe self.surface = surface
    unsafe self.context = context
    unsafe cairo_set_font_size(context, 13)
    unsafe cairo_select_font_face(
      context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(surface)
  }

  /// Writes a drawing, whole or not at all.
  ///
  /// - Parameters:
  ///   - path: The file, which is replaced.
  ///   - width: The width in points.
  ///   - height: The height in points.
  ///   - body: What draws.
  /// - Throws: ``Overlay/WritingError``.
  static func write(
    _ path: String, width: Double, height: Double, _ body: (borrowing Drawing) -> Void
  ) throws {
    try Canvas.write(path) { part in
      guard let drawing = Drawing(path: part, width: width, height: height) else {
        return CAIRO_STATUS_NO_MEMORY
      }
      body(drawing)
      return drawing.finish()
    }
  }

  /// Ends the file; says how all of it went.
  private func finish() -> cairo_status_t {
    let drawn = unsafe cairo_status(context)
    unsafe cairo_surface_finish(surface)
    let written = unsafe cairo_surface_status(surface)
    return written == CAIRO_STATUS_SUCCESS ? drawn : written
  }

  func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ colour: Colour
  ) {
    use(colour)
    unsafe cairo_rectangle(context, x, y, width, height)
    unsafe cairo_fill(context)
  }

  func disc(_ x: Double, _ y: Double, _ radius: Double, _ colour: Colour) {
    use(colour)
    unsafe cairo_new_path(context)
    unsafe cairo_arc(context, x, y, radius, 0, 2 * Double.pi)
    unsafe cairo_fill(context)
  }

  func square(_ x: Double, _ y: Double, _ half: Double, _ colour: Colour) {
    use(colour)
    unsafe cairo_set_line_width(context, 2)
    unsafe cairo_rectangle(context, x - half, y - half, 2 * half, 2 * half)
    unsafe cairo_stroke(context)
  }

  func cross(_ x: Double, _ y: Double, _ half: Double, _ colour: Colour) {
    line([(x - half, y), (x + half, y)], colour, width: 2)
    line([(x, y - half), (x, y + half)], colour, width: 2)
  }

  func line(_ points: [(Double, Double)], _ colour: Colour, width: Double) {
    guard let first = points.first else { return }
    use(colour)
    unsafe cairo_set_line_width(context, width)
    unsafe cairo_new_path(context)
    unsafe cairo_move_to(context, first.0, first.1)
    for point in points.dropFirst() { unsafe cairo_line_to(context, point.0, point.1) }
    unsafe cairo_stroke(context)
  }

  /// Writes letters; cairo draws their outlines, so that no text can be taken for markup.
  func text(_ text: String, x: Double, y: Double) {
    use((0, 0, 0, 1))
    unsafe cairo_move_to(context, x, y)
    unsafe cairo_show_text(context, text)
  }

  private func use(_ colour: Colour) {
    unsafe cairo_set_source_rgba(context, colour.0, colour.1, colour.2, colour.3)
  }
}
