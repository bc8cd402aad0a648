import type { Journal, Origin } from '../../journal/journal.ts'
import type { Clock } from '../../platform/clock.ts'
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
  return {
    take(payload, peer) {
      if (payload.length === 0) {
        metrics.emptyMessages.increment()
        return true
      }
      const isTaken = journal.append(origin, {
        payload,
        receivedAtMs: clock.now().getTime(),
        remoteAddress: peer.address,
        remotePort: peer.port,
      })
      if (isTaken) metrics.received(payload.length)
      return isTaken
    },
    isFull: journal.isFull,
    flushed: journal.flushed,
    writable: journal.writable,
  }
}
