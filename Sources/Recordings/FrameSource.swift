import Frames

/// Reads recorded frames, one after the other, from files of any mix of formats.
///
/// JPEG, PNG, TIFF, PGM, PPM, Y4M and camera raw files are recognised by their content; raw dumps,
/// as `v4l2-ctl --stream-to` writes them, need their format and size. A folder with a
/// `recording.json` is a recording. One frame is in memory at a
/// time, beside the compressed file that it comes from.
///
/// ```swift
/// var source = try FrameSource(paths: ["recording/", "extra-*.png"])
/// while let frame = try source.next() {
///   let view = try FrameView(frame.layout, frame.bytes.span)
/// }
/// ```
public struct FrameSource: ~Copyable {
  private var pending: [Input]
  private let options: SourceOptions
  private let plan: RawDumpPlan?
  private var current: (path: String, reader: any FrameReader)?
  private var frameOfFile = 0
  private var index = 0

  private enum Input {
    case file(String)
    case recording(String)
    case memory([UInt8], name: String)
    /// A path that names nothing to read, told in its turn.
    case refused(SourceError)
  }

  /// Finds the files; their content is looked at when their turn comes.
  ///
  /// - Parameters:
  ///   - paths: Recordings' folders, as ``RecordingWriter`` makes them; files; other folders, whose frame files are taken in natural order (`frame2` before
  ///     `frame10`) and whose other and hidden files are ignored; and patterns as the shell has
  ///     them.
  ///   - options: What the user knows better than the files.
  ///   - toleratesBadPaths: Whether a path that is missing or holds no frames is thrown by ``next()``
  ///     in its turn, as an unreadable frame is, and not here.
  /// - Throws: ``SourceError`` where a path is missing, isn't a file or folder, or a folder holds
  ///   no frames, and where the options contradict themselves.
  public init(
    paths: [String], options: SourceOptions = SourceOptions(), toleratesBadPaths: Bool = false
  ) throws(SourceError) {
    guard !paths.isEmpty else { throw .noPaths }
    var inputs: [Input] = []
    for path in paths {
      if RecordingFolder.isRecording(path) {
        inputs.append(.recording(path))
        continue
      }
      do throws(SourceError) {
        let files = try PathList.files(
          of: path, readsDumps: options.format != nil, readsPipes: options.readsPipes)
        inputs += files.map { Input.file($0) }
      } catch {
        guard toleratesBadPaths else { throw error }
        inputs.append(.refused(error))
      }
    }
    try self.init(inputs, options)
  }

  /// Reads frames from a file's bytes in memory.
  ///
  /// - Parameters:
  ///   - bytes: The content of a file of any format that is read.
  ///   - name: What names of frames and errors call it.
  ///   - options: What the user knows better than the file.
  /// - Throws: ``SourceError`` where the options contradict themselves.
  public init(
    bytes: [UInt8], name: String, options: SourceOptions = SourceOptions()
  ) throws(SourceError) {
    try self.init([.memory(bytes, name: name)], options)
  }

  private init(_ inputs: [Input], _ options: SourceOptions) throws(SourceError) {
    if let rate = options.frameRate, !(rate > 0 && rate.isFinite) { throw .frameRate(rate) }
    if let format = options.format, format.meaning?.format != .jpeg {
      plan = try RawDumpPlan(format, options: options)
    } else {
      plan = nil
    }
    // Taken from the end, which is the cheap end of an array.
    pending = inputs.reversed()
    self.options = options
  }

  /// Reads the next frame.
  ///
  /// - Returns: The frame, or `nil` behind the last.
  /// - Throws: ``SourceError`` for a frame that can't be read. The next call goes on with the frame
  ///   behind it, or with the next file where the container doesn't tell where that frame begins;
  ///   so a caller may count and skip. Each call gets further, whether it throws or not.
  public mutating func next() throws(SourceError) -> RecordedFrame? {
    while true {
      if current == nil {
        guard let input = pending.popLast() else { return nil }
        try open(input)
      }
      if let frame = try nextOfFile() { return frame }
      current = nil
    }
  }

  private mutating func nextOfFile() throws(SourceError) -> RecordedFrame? {
    guard case (let path, var reader)? = current else { return nil }
    let found: FoundFrame?
    do throws(FrameFailure) {
      found = try reader.next()
      current = (path, reader)
    } catch {
      current = (path, reader)
      let place = FramePlace(path: path, frame: frameOfFile, offset: error.offset)
      countFrame()
      if let plan, case .truncated(let bytes, plan.frameBytes) = error.error, error.offset == 0 {
        throw .fileTooShort(path: path, bytes: bytes, needed: plan.frameBytes)
      }
      throw .frame(place, error.error)
    }
    guard let found else { return nil }
    defer { countFrame() }
    var frame = RecordedFrame(
      bytes: found.picture.bytes, layout: found.picture.layout, response: found.picture.response,
      gainsAsShot: found.picture.gainsAsShot,
      name: found.isAlone ? path : "\(path)#\(frameOfFile)", index: index,
      timestamp: options.frameRate.map { Double(index) / $0 } ?? found.timestamp)
    frame.ignoredOptions = ignored(by: reader, frame.layout)
    return frame
  }

  private func ignored(
    by reader: any FrameReader, _ layout: FrameLayout
  ) -> Set<SourceOptions.Ignored> {
    var ignored: Set<SourceOptions.Ignored> = []
    let isDump = reader is RawDumpReader || reader is MotionJPEGReader
    if options.format != nil, !isDump { ignored.insert(.dumpFormat) }
    if options.cfa != nil {
      if case .bayer = layout.format {} else { ignored.insert(.cfa) }
    }
    return ignored
  }

  private mutating func countFrame() {
    frameOfFile += 1
    index += 1
  }

  private mutating func open(_ input: Input) throws(SourceError) {
    frameOfFile = 0
    let (store, path): (ByteStore, String)
    switch input {
    case .memory(let bytes, let name): (store, path) = (.memory(bytes), name)
    case .refused(let error):
      index += 1
      throw error
    case .recording(let folder):
      do throws(SourceError) {
        current = (folder, try RecordingReader(folder: folder))
      } catch {
        index += 1
        throw error
      }
      return
    case .file(let file):
      do throws(SourceError) {
        (store, path) = (try self.store(file), file)
      } catch {
        index += 1
        throw error
      }
    }
    let chosen: (any FrameReader)?
    do throws(FrameError) {
      chosen = try reader(for: store, path: path)
    } catch {
      index += 1
      throw .frame(FramePlace(path: path, frame: 0, offset: nil), error)
    }
    guard let chosen else {
      index += 1
      throw .unknownContent(path: path)
    }
    current = (path, chosen)
  }

  private func store(_ path: String) throws(SourceError) -> ByteStore {
    guard options.readsPipes else { return try ByteStore(path: path) }
    if path == PathList.standardInput { return .pipe(.init(pipe: PipeBytes())) }
    guard PathKind(path) == .special(.fifo) else { return try ByteStore(path: path) }
    return .pipe(.init(pipe: try PipeBytes(path: path)))
  }

  /// Chooses the reader by content; `nil` where the content is unknown.
  private func reader(
    for store: ByteStore, path: String
  ) throws(FrameError) -> (any FrameReader)? {
    guard try store.hasByte(at: 0) else { throw .empty }
    let kind = ContentKind(head: try store.bytes(at: 0, count: ContentKind.headBytes))
    // Only these are read from front to back; what is needed of others may lie anywhere.
    let isStream = kind == .pnm || kind == .y4m || (kind == nil && !isMotionJPEG)
    let store = store.isPipe && !isStream ? ByteStore.memory(try store.whole()) : store
    switch kind {
    case .jpeg where isMotionJPEG: return MotionJPEGReader(store, options: options)
    case .jpeg: return StillReader(store, format: .jpeg, options: options)
    case .png: return StillReader(store, format: .png, options: options)
    case .cameraRaw: return StillReader(store, format: .cameraRaw, options: options)
    case .pnm: return PNMReader(store, options: options)
    case .y4m: return Y4MReader(store, options: options)
    case .tiff:
      if try CameraRawSniffer.isCameraRaw(store, path: path) {
        return StillReader(store, format: .cameraRaw, options: options)
      }
      return TIFFReader(store, options: options)
    case nil:
      // A broken picture must not be metered as if its bytes were pixels.
      if PathList.isPicture(path) { return nil }
      if isMotionJPEG { return MotionJPEGReader(store, options: options) }
      return plan.map { RawDumpReader(store, plan: $0) }
    }
  }

  private var isMotionJPEG: Bool { options.format?.meaning?.format == .jpeg }
}
