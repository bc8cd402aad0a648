import { Type } from 'typebox'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { createExpiringDocuments } from '../../platform/settings/expiring-documents.ts'
import { defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'
import { secretHash } from '../secrets/secret-hash.ts'

const FRESH_MS = 600_000
export const FRESH_VALUES = 1000

const FreshValue = Type.Object({
  id: Type.String({ description: 'The id of the token' }),
  value: Type.String(),
  user_id: Type.String(),
  session_id: Type.String({ description: 'A hash; a value cannot be read after the session has ended' }),
  until: Type.String(),
})
export const freshValueCollection = defineCollection({
  name: 'fresh_token_values',
  audit: 'note',
  schema: FreshValue,
  secrets: ['value'],
})

/**
 * The encrypted values of newly created tokens. The Graylog 4.0 console ignores the response to the creation and copies
 * the value from the list that it loads next, maybe from another node.
 */
export function createFreshValues({ settings, clock }: { readonly settings: SettingsStore; readonly clock: Clock }) {
  const values = createExpiringDocuments({
    settings,
    spec: freshValueCollection,
    limit: FRESH_VALUES,
    isOver: ({ until }) => Date.parse(until) <= clock.now().getTime(),
  })
  return {
    async note(id: string, caller: Caller, value: string) {
      await values.fresh()
      const until = new Date(clock.now().getTime() + FRESH_MS).toISOString()
      await values.insert({ id, value, user_id: caller.userId, session_id: sessionOf(caller), until })
    },
    fresh: values.fresh,
    /** The value, if this caller created the token within the last ten minutes, in the same session. */
    find(tokenId: string, caller: Caller) {
      const fresh = values.find(tokenId)
      return fresh?.user_id === caller.userId && fresh.session_id === sessionOf(caller) ? fresh.value : undefined
    },
    drop: (tokenId: string) => values.change(tokenId, () => undefined),
    purge: values.purge,
    [Symbol.dispose]: () => values[Symbol.dispose](),
  }
}

const sessionOf = ({ sessionId }: Caller): string => (sessionId === undefined ? '' : secretHash(sessionId))
