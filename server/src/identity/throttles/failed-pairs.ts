/** Failed sign-ins of a name at an address, counted over all nodes. */
import { type Static, Type } from 'typebox'
import { type Clock, isAhead } from '../../platform/clock.ts'
import { createExpiringDocuments } from '../../platform/settings/expiring-documents.ts'
import { defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'

const FailedPair = Type.Object({
  id: Type.String({ description: 'A keyed hash of the address and the name' }),
  failures: Type.Integer(),
  /** Empty if the name need not wait. */
  blocked_until: Type.String(),
  changed_at: Type.String(),
  is_known: Type.Boolean({ description: 'The name has signed in from the address before' }),
})
export type FailedPair = Static<typeof FailedPair>
export const failedPairCollection = defineCollection({ name: 'failed_sign_ins', audit: 'note', schema: FailedPair })

export const FORGOTTEN_AFTER_MS = 15 * 60_000
export const PAIRS = 10_000

export function createFailedPairs({ settings, clock }: { readonly settings: SettingsStore; readonly clock: Clock }) {
  return createExpiringDocuments({
    settings,
    spec: failedPairCollection,
    limit: PAIRS,
    isOver({ changed_at }) {
      const ageMs = clock.now().getTime() - Date.parse(changed_at)
      return ageMs > FORGOTTEN_AFTER_MS || isAhead(-ageMs, 0)
    },
  })
}
