import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'

const FRESH_MS = 600_000
const MAX_VALUES = 1000

interface FreshValue {
  readonly value: string
  readonly userId: string
  /** A value cannot be read after the session has ended. */
  readonly sessionId: string | undefined
  readonly untilMs: number
}

/**
 * The values of newly created tokens, in the memory of this node. The Graylog 4.0 console ignores the response to the
 * creation and copies the value from the list that it loads next.
 */
export function createFreshValues({ clock }: { readonly clock: Clock }) {
  const values = createBoundedMap<string, FreshValue>(MAX_VALUES)
  /** Tokens in order of expiry. */
  let expiring: { readonly tokenId: string; readonly untilMs: number }[] = []

  function dropExpired(): void {
    const nowMs = clock.monotonicMs()
    const live = expiring.findIndex(({ untilMs }) => untilMs > nowMs)
    const expired = live < 0 ? expiring : expiring.slice(0, live)
    for (const { tokenId } of expired) values.delete(tokenId)
    expiring = expiring.slice(expired.length).slice(-MAX_VALUES)
  }

  return {
    note(tokenId: string, { userId, sessionId }: Caller, value: string) {
      const untilMs = clock.monotonicMs() + FRESH_MS
      values.set(tokenId, { value, userId, sessionId, untilMs })
      expiring.push({ tokenId, untilMs })
      dropExpired()
    },
    /** The value, if this caller created the token within the last ten minutes, in the same session. */
    find(tokenId: string, { userId, sessionId }: Caller) {
      dropExpired()
      const fresh = values.get(tokenId)
      return fresh?.userId === userId && fresh.sessionId === sessionId ? fresh.value : undefined
    },
    drop: values.delete,
  }
}
