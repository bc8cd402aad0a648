/** The attempts of replicas to get what they missed: one of each replica at a time, on all nodes together. */
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Replica } from './replica.ts'

const RETRY_MS = 5000

export interface JoinsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly stopping: AbortSignal
}

export function createJoins(
  { clock, log, stopping }: JoinsDeps,
  joinNow: (replica: Replica, leaving: AbortController) => Promise<void>,
) {
  const running = new Map<Replica, { readonly ended: Promise<void>; readonly leaving: AbortController }>()
  return {
    start(replica: Replica): void {
      if (running.has(replica)) return
      const leaving = new AbortController()
      const attempt = async () => {
        try {
          await joinNow(replica, leaving)
        } catch (error) {
          if (stopping.aborted || leaving.signal.aborted) return
          log.warn({ err: error, replica: replica.name }, 'a replica could not get what it missed; it is tried again')
          await clock.sleep(RETRY_MS, stopping).catch(() => undefined)
        }
      }
      const ended = attempt().finally(() => running.delete(replica))
      running.set(replica, { ended, leaving })
    },
    /** Resolves once the attempts that were left have ended. */
    async untilLeftEnded(): Promise<void> {
      await Promise.all([...running.values()].flatMap(({ leaving, ended }) => (leaving.signal.aborted ? [ended] : [])))
    },
    ended: async () => void (await Promise.all([...running.values()].map(({ ended }) => ended))),
  }
}
