/** Splits the bytes of one connection into frames. */
export interface Frames {
  /**
   * Returns why the connection must be closed, or undefined. A frame passed to `onFrame` is a view of `chunk` or of
   * reused memory: copy it to keep it.
   */
  push(chunk: Buffer, onFrame: OnFrame): FramingFault | undefined
  /** The peer has closed the connection: the rest may be a last frame. */
  end(onFrame: OnFrame): void
  /** The number of empty frames so far; they are not passed on. */
  readonly emptyFrames: number
  /** Frees the memory of an incomplete frame, once the connection is closed. */
  release(): void
}

export type OnFrame = (frame: Buffer) => void

/** `too-long`: a frame beyond the limit. `bad-length`: an invalid length. Bytes after either cannot be framed. */
export type FramingFault = 'too-long' | 'bad-length'
