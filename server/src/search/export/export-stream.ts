import { Readable } from 'node:stream'
import type { Clock } from '../../platform/clock.ts'

type Chunk = Uint8Array | string

/** A reader that takes nothing for so long is cut off. */
export const EXPORT_IDLE_MS = 60_000

/**
 * The chunks of a generator that has answered its first one. Ending the stream ends the generator, also when nobody has
 * read anything: a generator behind another one that never began would go on holding what it has.
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
    this.#waitForReader()
  }

  override _read(): void {
    this.#waiting.abort()
    this.#next().then(
      ({ done, value }) => {
        if (this.destroyed) return
        this.#waitForReader()
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

  #waitForReader(): void {
    this.#waiting = new AbortController()
    this.#clock.sleep(EXPORT_IDLE_MS, this.#waiting.signal).then(
      () => this.destroy(new Error('the reader of an export took nothing')),
      () => undefined,
    )
  }
}
