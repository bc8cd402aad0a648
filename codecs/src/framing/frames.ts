/** Cuts what a connection sends into frames. One for each connection. */
export interface Frames {
  /**
   * Answers why the connection must be closed, or `undefined`. A frame handed to `onFrame` is a view into `chunk` or
   * into memory that is used again: whoever keeps it copies it before returning.
   */
  push(chunk: Buffer, onFrame: OnFrame): FramingFault | undefined
  /** The connection was closed by its peer: what is left may be a last frame. */
  end(onFrame: OnFrame): void
  /** Frames without content so far: they are counted and not handed over. */
  readonly emptyFrames: number
}

export type OnFrame = (frame: Buffer) => void

/** `too-long`: a frame beyond the limit. `bad-length`: a length that is none. Nothing behind either can be trusted. */
export type FramingFault = 'too-long' | 'bad-length'
