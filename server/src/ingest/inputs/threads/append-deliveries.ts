/** Appends what the thread of an input delivers to the journal, in order, and tells when it is on the disk. */
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Delivery } from './input-calls.ts'

export type DeliveryAppender = ReturnType<typeof createDeliveryAppender>

const FINISH_MS = 3000

export function createDeliveryAppender(deps: {
  readonly journal: Pick<Journal, 'appendAccepted' | 'flushed' | 'writable'>
  readonly clock: Clock
  readonly log: Log
  readonly onAppended: () => void
  readonly onFlushed: (number: number) => void
}) {
  const { journal, clock } = deps
  /** Deliveries that the journal has not accepted, because it cannot be written. */
  const held: { readonly block: Uint8Array<ArrayBuffer>; readonly number: number }[] = []
  const closing = new AbortController()
  let delivering: Promise<void> | undefined
  let appended = 0
  let isFlushing = false

  async function flush(): Promise<void> {
    for (let flushed = 0; flushed < appended; ) {
      const target = appended
      await journal.flushed()
      flushed = target
      deps.onFlushed(target)
    }
  }

  function noteAppended(number: number): void {
    appended = number
    deps.onAppended()
    // It rejects when the journal closes: then nothing more is acknowledged.
    if (isFlushing) return
    isFlushing = true
    flush()
      .catch(() => undefined)
      .finally(() => {
        isFlushing = false
      })
  }

  /** Appends as much as the journal accepts. */
  function appendHeld(): void {
    for (let first = held[0]; first !== undefined; first = held[0]) {
      if (!journal.appendAccepted(first.block)) return
      held.shift()
      noteAppended(first.number)
    }
  }

  async function deliverHeld(): Promise<void> {
    while (held.length > 0) {
      await journal.writable(closing.signal)
      appendHeld()
    }
  }

  return {
    append({ block, number }: Pick<Delivery, 'block' | 'number'>) {
      if (block === undefined) return
      held.push({ block, number })
      if (delivering === undefined) appendHeld()
      if (held.length === 0) return
      deps.onAppended()
      delivering ??= deliverHeld()
        .catch(() => undefined)
        .finally(() => {
          delivering = undefined
        })
    },
    /** Resolves when everything is appended, or the time for it is over. */
    async finish() {
      const limit = new AbortController()
      await Promise.race([delivering, clock.sleep(FINISH_MS, limit.signal).catch(() => undefined)])
      limit.abort()
      closing.abort()
      if (held.length > 0) deps.log.warn({ deliveries: held.length }, 'messages that were not acknowledged are dropped')
    },
  }
}
