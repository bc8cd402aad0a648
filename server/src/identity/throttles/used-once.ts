/** Remembers which states of sign-ins and tokens of log-outs were used on any node. Each may be used once. */
import { Type } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import { createExpiringDocuments } from '../../platform/settings/expiring-documents.ts'
import { defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'
import { secretHash } from '../secrets/secret-hash.ts'

export const usedOnceCollection = defineCollection({
  name: 'used_once',
  audit: 'note',
  schema: Type.Object({ id: Type.String({ description: 'A hash of what was used' }), until: Type.String() }),
})

export const USES = 10_000

export type UsedOnce = ReturnType<typeof createUsedOnce>

export function createUsedOnce({ settings, clock }: { readonly settings: SettingsStore; readonly clock: Clock }) {
  const uses = createExpiringDocuments({
    settings,
    spec: usedOnceCollection,
    limit: USES,
    isOver: ({ until }) => Date.parse(until) <= clock.now().getTime(),
  })
  const idOf = (parts: readonly string[]) => secretHash(JSON.stringify(parts))
  return {
    /** Returns whether this is the first use. */
    async use(parts: readonly string[], forMs: number) {
      await uses.fresh()
      return uses.insert({ id: idOf(parts), until: new Date(clock.now().getTime() + forMs).toISOString() })
    },
    async isUsed(parts: readonly string[]) {
      await uses.fresh()
      return uses.find(idOf(parts)) !== undefined
    },
    purge: uses.purge,
    [Symbol.dispose]: () => uses[Symbol.dispose](),
  }
}
