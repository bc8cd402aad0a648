import { Readable } from 'node:stream'
import type { Clock } from '../platform/clock.ts'

type Chunk = Uint8Array | string

/** A client that reads nothing for this long is disconnected. */
export const EXPORT_IDLE_MS = 60_000

/**
 * Streams the chunks of a generator that has produced its first one already. Destroying the stream ends the generator,
 * even if nothing was read: otherwise a generator that was never started would keep its resources.
 */
export class ExportStream extends Readable {
  readonly #chunks: AsyncGenerator<Chunk>
  readonly #clock: Clock
  #first: IteratorResult<Chunk> | undefined
  #waiting = new AbortController()

  constructor(chunks: AsyncGenerator<Chunk>, first: IteratorResult<Chunk>, clock: Clock) {
    super()
    this.#chunks = chunks
    this.#first = first
    this.#clock = clock
    this.#startIdleTimeout()
  }

  override _read(): void {
    this.#waiting.abort()
    this.#next().then(
      ({ done, value }) => {
        if (this.destroyed) return
        this.#startIdleTimeout()
        this.push(done === true ? null : value)
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    )
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#waiting.abort()
    this.#chunks.return(undefined).then(
      () => callback(error),
      () => callback(error),
    )
  }

  async #next(): Promise<IteratorResult<Chunk>> {
    const first = this.#first
    this.#first = undefined
    return first ?? (await this.#chunks.next())
  }

  #startIdleTimeout(): void {
    this.#waiting = new AbortController()
    this.#clock.sleep(EXPORT_IDLE_MS, this.#waiting.signal).then(
      () => this.destroy(new Error('the client of an export read nothing')),
      () => undefined,
    )
  }
}
