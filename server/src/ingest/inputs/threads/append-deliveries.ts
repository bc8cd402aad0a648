/** Appends what the thread of an input delivers to the journal, in order, and tells when it is on the disk. */
import type { RawMessage } from '@logyard/codecs/codec'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { Journal, Origin } from '../../journal/journal.ts'
import { readBlock } from '../../journal/journal-block.ts'
import type { Delivery } from './input-calls.ts'

export interface DeliveryAppender {
  append(delivery: Pick<Delivery, 'block' | 'number'>): void
  /** Resolves when everything is appended, or the time for it is over. */
  finish(): Promise<void>
}

interface AppenderDeps {
  readonly journal: Pick<Journal, 'appendAccepted' | 'flushed' | 'writable'>
  /** The origin of all messages of the input: blocks of the journal compare origins by identity. */
  readonly origin: Origin
  readonly clock: Clock
  readonly log: Log
  readonly onAppended: () => void
  readonly onFlushed: (number: number) => void
}

interface Batch {
  readonly origin: Origin
  readonly raws: RawMessage[]
}

const FINISH_MS = 3000

export function createDeliveryAppender(deps: AppenderDeps): DeliveryAppender {
  const { journal, clock } = deps
  /** Deliveries that the journal has not accepted, because it cannot be written. */
  const held: { readonly batches: Batch[]; readonly number: number }[] = []
  const closing = new AbortController()
  const originOf = createOrigins(deps.origin)
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
      for (let batch = first.batches[0]; batch !== undefined; batch = first.batches[0]) {
        if (!journal.appendAccepted(batch.origin, batch.raws)) return
        first.batches.shift()
      }
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
    append({ block, number }) {
      if (block === undefined) return
      // Messages count as received when the journal can know of them: events are searched for up to that instant.
      held.push({ batches: batchesOf(block, clock.now().getTime(), originOf), number })
      if (delivering === undefined) appendHeld()
      if (held.length === 0) return
      deps.onAppended()
      delivering ??= deliverHeld()
        .catch(() => undefined)
        .finally(() => {
          delivering = undefined
        })
    },
    async finish() {
      const limit = new AbortController()
      await Promise.race([delivering, clock.sleep(FINISH_MS, limit.signal).catch(() => undefined)])
      limit.abort()
      closing.abort()
      if (held.length > 0) deps.log.warn({ deliveries: held.length }, 'messages that were not acknowledged are dropped')
    },
  }
}

function batchesOf(block: Uint8Array<ArrayBuffer>, receivedAtMs: number, originOf: (origin: Origin) => Origin) {
  const batches: Batch[] = []
  let batch: Batch | undefined
  let lastFound: Origin | undefined
  for (const { origin: found, raw } of readBlock(block)) {
    if (batch === undefined || found !== lastFound) {
      batch = { origin: originOf(found), raws: [] }
      batches.push(batch)
      lastFound = found
    }
    batch.raws.push({ ...raw, receivedAtMs })
  }
  return batches
}

/** Each block has copies of its origins; the journal wants the same object for the same origin. */
function createOrigins(own: Origin): (found: Origin) => Origin {
  const keyOf = ({ codec, configuration }: Origin) => JSON.stringify([codec, configuration])
  const known = new Map([[keyOf(own), own]])
  return (found) => known.getOrInsertComputed(keyOf(found), () => found)
}
