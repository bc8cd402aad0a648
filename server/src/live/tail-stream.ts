import { Readable } from 'node:stream'
import type { TailEvent, TailReader } from './tail-buffers.ts'
import { gapEvent } from './tail-events.ts'

/** Buffered in the response itself, beside the tail's buffer. */
const HIGH_WATER_BYTES = 64 * 1024

/** Encodes an event for the client; `undefined` if the client does not get it. */
export type EncodeEvent = (event: TailEvent) => Uint8Array | undefined

interface Source {
  readonly reader: TailReader
  readonly encode: EncodeEvent
}

/**
 * The response to one reader of a live tail: first what it missed, then new events. Events stay in their buffers until
 * the client is ready for them.
 */
export class TailStream extends Readable {
  #sources: readonly Source[] = []
  #isWanted = false

  constructor() {
    super({ highWaterMark: HIGH_WATER_BYTES })
  }

  /** Sends the events of the first source, which gets no more, and then those of the others as they come. */
  follow(sources: readonly Source[]): void {
    this.#sources = sources
    if (this.#isWanted) this._read()
  }

  end(): void {
    if (!this.destroyed && !this.readableEnded) this.push(null)
    this.#sources = []
  }

  override _read(): void {
    this.#isWanted = true
    for (const { reader, encode } of this.#sources) {
      for (let next = reader.next(); next !== undefined; next = reader.next()) {
        const data = encode('missed' in next ? gapEvent(next.missed) : next)
        if (data === undefined) continue
        this.#isWanted = this.push(data)
        if (!this.#isWanted) return
      }
    }
    for (const { reader } of this.#sources.slice(1)) reader.onMore(() => this._read())
  }
}
