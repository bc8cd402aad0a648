import type { Log } from '../log.ts'
import type { SettingsChange, Write } from './settings-store.ts'

/** Notifies listeners of the documents that a commit changed; a failing listener does not affect the others. */
export function createChangeEvents(log: Log) {
  const listeners = new Map<string, Set<(change: SettingsChange) => unknown>>()
  async function tell(listener: (change: SettingsChange) => unknown, change: SettingsChange): Promise<void> {
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
    announce(writes: readonly Write[]): void {
      for (const [collection, group] of Map.groupBy(writes, (write) => write.collection)) {
        const change = { collection, ids: [...new Set(group.map((write) => write.id))] }
        for (const listener of listeners.get(collection) ?? []) void tell(listener, change)
      }
    },
  }
}
