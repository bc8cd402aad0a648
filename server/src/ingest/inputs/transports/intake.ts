import type { RawMessage } from '@logyard/codecs/codec'
import { type Refusal, refusedCodec } from '@logyard/codecs/refused-codec'
import type { Clock } from '../../../platform/clock.ts'
import type { JournalOfInputs, Origin } from '../../journal/journal.ts'
import type { InputMetrics } from '../input-metrics.ts'

/** The sender of a message. */
export interface Peer {
  readonly address: string
  readonly port: number
}

/** Appends the messages of one input to the journal, and counts them. */
export type Intake = ReturnType<typeof createIntake>

/** Peer of messages without a sender, such as those of a generator. */
export const NOBODY: Peer = { address: '', port: 0 }

export function createIntake(deps: {
  readonly journal: JournalOfInputs
  readonly origin: Origin
  readonly metrics: InputMetrics
  readonly clock: Clock
}) {
  const { journal, origin, metrics, clock } = deps
  const rawMessage = (payload: Uint8Array, { address, port }: Peer): RawMessage => ({
    payload,
    receivedAtMs: clock.now().getTime(),
    remoteAddress: address,
    remotePort: port,
  })

  /** One per refusal, because blocks compare origins by identity. */
  const refusedOrigins = new Map<Refusal, Origin>()

  return {
    /** Returns false if the journal is full: transports that can push back retry after `writable`, others drop. */
    append(payload: Uint8Array, peer: Peer) {
      if (payload.length === 0) {
        metrics.emptyMessages.increment()
        return true
      }
      const isAppended = journal.append(origin, rawMessage(payload, peer))
      if (isAppended) metrics.received(payload.length)
      return isAppended
    },
    /** Appends all of them or, if the journal is full, none. */
    appendAll(payloads: readonly Uint8Array[], peer: Peer) {
      const raws = payloads.filter(({ length }) => length > 0).map((payload) => rawMessage(payload, peer))
      if (!journal.appendAll(origin, raws)) return false
      metrics.emptyMessages.increment(payloads.length - raws.length)
      for (const { payload } of raws) metrics.received(payload.length)
      return true
    },
    /** Appends a payload that the sender is told was refused: it becomes a failure. Drops it if the journal is full. */
    refuse(payload: Uint8Array, peer: Peer, refusal: Refusal) {
      if (payload.length === 0) return
      const refused = refusedOrigins.getOrInsertComputed(refusal, ({ reason, detail }) => ({
        ...origin,
        codec: refusedCodec.id,
        configuration: { reason, detail },
      }))
      journal.append(refused, rawMessage(payload, peer))
    },
    isFull: journal.isFull,
    /** Resolves when everything appended so far is on the disk. */
    flushed: journal.flushed,
    writable: journal.writable,
  }
}
