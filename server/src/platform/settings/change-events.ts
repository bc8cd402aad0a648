import { type Clock, systemClock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { SettingsChange, Write } from './settings-store.ts'

type Listener = (change: SettingsChange) => unknown

const RETRY_MS = 500
const LONGEST_RETRY_MS = 30_000

/**
 * Notifies listeners of the documents that a commit changed. A failing listener does not affect the others, and is called
 * again: the settings may have been unreachable when it read them, and nobody would tell it of this change once more.
 */
export function createChangeEvents(log: Log, clock: Pick<Clock, 'sleep'> = systemClock) {
  const listeners = new Map<string, Set<Listener>>()
  async function tellOne(group: ReadonlySet<Listener>, listener: Listener, change: SettingsChange): Promise<void> {
    for (let waitMs = RETRY_MS; group.has(listener); waitMs = Math.min(2 * waitMs, LONGEST_RETRY_MS)) {
      try {
        // A listener may be an async function, whose failure would otherwise end the process.
        await listener(change)
        return
      } catch (error) {
        log.error({ err: error, collection: change.collection }, 'a listener of settings failed')
      }
      await clock.sleep(waitMs)
    }
  }
  return {
    on(collection: string, listener: Listener): Disposable {
      const entry: Listener = (change) => listener(change)
      const group = listeners.get(collection) ?? new Set<Listener>()
      listeners.set(collection, group.add(entry))
      return { [Symbol.dispose]: () => void group.delete(entry) }
    },
    /** Every listener has been called when this returns. */
    tell(changes: readonly SettingsChange[]): void {
      for (const change of changes) {
        const group = listeners.get(change.collection) ?? new Set<Listener>()
        for (const listener of [...group]) void tellOne(group, listener, change)
      }
    },
  }
}

export const changesOfWrites = (writes: readonly Write[]): readonly SettingsChange[] =>
  [...Map.groupBy(writes, (write) => write.collection)].map(([collection, group]) => ({
    collection,
    ids: [...new Set(group.map((write) => write.id))],
  }))
