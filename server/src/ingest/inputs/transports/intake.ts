import type { RawMessage } from '@logyard/codecs/codec'
import type { Clock } from '../../../platform/clock.ts'
import type { Journal, Origin } from '../../journal/journal.ts'
import type { InputMetrics } from '../input-metrics.ts'

/** Who sent something. */
export interface Peer {
  readonly address: string
  readonly port: number
}

/** The way of one input into the journal: what goes through is counted. */
export interface Intake {
  /** `false` when the journal is full: whoever can push back tries again after `writable`, the others drop. */
  take(payload: Uint8Array, peer: Peer): boolean
  /** All of them or, when the journal is full, none. */
  takeAll(payloads: readonly Uint8Array[], peer: Peer): boolean
  isFull(): boolean
  /** Resolves when what was taken so far is on the disk. */
  flushed(): Promise<void>
  writable(signal: AbortSignal): Promise<void>
}

/** For what has no sender, as a generator. */
export const NOBODY: Peer = { address: '', port: 0 }

export function createIntake(deps: {
  readonly journal: Journal
  readonly origin: Origin
  readonly metrics: InputMetrics
  readonly clock: Clock
}): Intake {
  const { journal, origin, metrics, clock } = deps
  const rawMessage = (payload: Uint8Array, { address, port }: Peer): RawMessage => ({
    payload,
    receivedAtMs: clock.now().getTime(),
    remoteAddress: address,
    remotePort: port,
  })

  return {
    take(payload, peer) {
      if (payload.length === 0) {
        metrics.emptyMessages.increment()
        return true
      }
      const isTaken = journal.append(origin, rawMessage(payload, peer))
      if (isTaken) metrics.received(payload.length)
      return isTaken
    },
    takeAll(payloads, peer) {
      const raws = payloads.filter(({ length }) => length > 0).map((payload) => rawMessage(payload, peer))
      if (!journal.appendAll(origin, raws)) return false
      metrics.emptyMessages.increment(payloads.length - raws.length)
      for (const { payload } of raws) metrics.received(payload.length)
      return true
    },
    isFull: journal.isFull,
    flushed: journal.flushed,
    writable: journal.writable,
  }
}
