import { Readable } from 'node:stream'
import type { TailEvent, TailReader } from './tail-buffers.ts'
import { gapEvent } from './tail-events.ts'

/** The output to one reader, behind the buffer. */
const ON_THE_WAY_BYTES = 64 * 1024

/**
 * What one reader of a live tail is sent, at the pace of the reader: first what it missed, then what comes. Events stay
 * in their buffers until the reader takes them.
 */
export class TailStream extends Readable {
  #readers: readonly TailReader[] = []
  #isNew: (event: TailEvent) => boolean = () => true
  #isWanted = false

  constructor() {
    super({ highWaterMark: ON_THE_WAY_BYTES })
  }

  /** Sends what the first reader has, then the second one's events that `isNew` takes. */
  follow(readers: readonly TailReader[], isNew: (event: TailEvent) => boolean): void {
    this.#readers = readers
    this.#isNew = isNew
    if (this.#isWanted) this._read()
  }

  end(): void {
    if (!this.destroyed && !this.readableEnded) this.push(null)
    this.#readers = []
  }

  override _read(): void {
    this.#isWanted = true
    for (const reader of this.#readers) {
      for (let next = reader.next(); next !== undefined; next = reader.next()) {
        const event = 'missed' in next ? gapEvent(next.missed) : next
        if (reader !== this.#readers[0] && event.id !== '' && !this.#isNew(event)) continue
        this.#isWanted = this.push(event.data)
        if (!this.#isWanted) return
      }
    }
    this.#readers.at(-1)?.onMore(() => this._read())
  }
}
