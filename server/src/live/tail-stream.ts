import { Readable } from 'node:stream'
import type { TailEvent, TailReader } from './tail-buffers.ts'
import { gapEvent } from './tail-events.ts'

/** Buffered in the response itself, beside the tail's buffer. */
const HIGH_WATER_BYTES = 64 * 1024

/**
 * The response to one reader of a live tail: first what it missed, then new events. Events stay in their buffers until
 * the client is ready for them.
 */
export class TailStream extends Readable {
  #readers: readonly TailReader[] = []
  #isNew: (event: TailEvent) => boolean = () => true
  #isWanted = false

  constructor() {
    super({ highWaterMark: HIGH_WATER_BYTES })
  }

  /** Sends the events of the first reader, then those of the second for which `isNew` returns true. */
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
