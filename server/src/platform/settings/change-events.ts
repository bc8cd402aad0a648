import type { Log } from '../log.ts'
import type { SettingsChange, Write } from './settings-store.ts'

/** Notifies listeners of the documents that a commit changed; a failing listener does not affect the others. */
export function createChangeEvents(log: Log) {
  const listeners = new Map<string, Set<(change: SettingsChange) => unknown>>()
  async function tellOne(listener: (change: SettingsChange) => unknown, change: SettingsChange): Promise<void> {
    try {
      // A listener may be an async function, whose failure would otherwise end the process.
      await listener(change)
    } catch (error) {
      log.error({ err: error, collection: change.collection }, 'a listener of settings failed')
    }
  }
  return {
    on(collection: string, listener: (change: SettingsChange) => void): Disposable {
      const entry = (change: SettingsChange) => listener(change)
      const group = listeners.get(collection) ?? new Set()
      listeners.set(collection, group.add(entry))
      return { [Symbol.dispose]: () => void group.delete(entry) }
    },
    /** Every listener has been called when this returns. */
    tell(changes: readonly SettingsChange[]): void {
      for (const change of changes) {
        for (const listener of listeners.get(change.collection) ?? []) void tellOne(listener, change)
      }
    },
  }
}

export const changesOfWrites = (writes: readonly Write[]): readonly SettingsChange[] =>
  [...Map.groupBy(writes, (write) => write.collection)].map(([collection, group]) => ({
    collection,
    ids: [...new Set(group.map((write) => write.id))],
  }))
