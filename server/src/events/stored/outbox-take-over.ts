/** Takes over batches of the outbox that another node left behind: it was stopped for good, or cannot store them. */
import type { Clock } from '../../platform/clock.ts'
import { isLostRace, type SettingsStore } from '../../platform/settings/settings-store.ts'
import type { Outbox } from './outbox.ts'

export function createTakeOver(deps: {
  readonly settings: SettingsStore
  readonly outbox: Outbox
  readonly clock: Clock
  readonly nodeId: string
  readonly afterMs: number
}) {
  const { settings, outbox, clock, nodeId, afterMs } = deps
  /** When batches of other nodes were first seen, by the monotonic clock. */
  const seen = new Map<string, number>()
  const freeAt = new Map<string, number>()

  async function claim(id: string): Promise<void> {
    const found = await outbox.findVersioned(id)
    if (found === undefined) return
    freeAt.set(id, clock.monotonicMs() + afterMs)
    try {
      await settings.commit([outbox.replacing({ ...found.document, node: nodeId }, found.version)])
    } catch (error) {
      freeAt.delete(id)
      if (!isLostRace(error)) throw error
    }
  }

  return {
    /** Claims what lay there since a look long enough ago. */
    async look() {
      const nowMs = clock.monotonicMs()
      const batches = (await outbox.list()).filter(({ node }) => node !== nodeId)
      const there = new Set(batches.map(({ id }) => id))
      for (const id of seen.keys()) if (!there.has(id)) seen.delete(id)
      for (const id of there) {
        const firstMs = seen.get(id) ?? nowMs
        seen.set(id, firstMs)
        if (nowMs - firstMs >= afterMs) await claim(id)
      }
    },
    /** Whether the node may write its batch: its former owner may still be writing one that was just taken over. */
    isFree(id: string) {
      const atMs = freeAt.get(id)
      if (atMs !== undefined && clock.monotonicMs() < atMs) return false
      freeAt.delete(id)
      return true
    },
  }
}
