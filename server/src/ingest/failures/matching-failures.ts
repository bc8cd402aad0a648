import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FailureKey, FIRST, keyFrom } from './failure-key.ts'
import { type FailureTrees, readFacts } from './failure-trees.ts'
import type { FailureQuery } from './failures.ts'

/** Keys read before other work gets a turn. */
const KEYS_AT_ONCE = 500

/** Newest first. */
export async function* matchingFailures(trees: FailureTrees, query: FailureQuery): AsyncGenerator<FailureKey> {
  const text = query.text?.toLowerCase() ?? ''
  let upTo = query.upTo ?? Number.MAX_SAFE_INTEGER
  while (true) {
    const start = keyFrom(upTo + 1)
    const keys = [...trees.facts.getKeys({ start, end: FIRST, reverse: true, limit: KEYS_AT_ONCE })]
    for (const key of keys) {
      if (matchesKey(key, query) && (text === '' || containsText(trees, key, text))) yield key
    }
    const last = keys.at(-1)
    if (last === undefined || keys.length < KEYS_AT_ONCE) return
    upTo = last[0] - 1
    await nextTurn()
  }
}

function matchesKey([, failedAtMs, , inputId, reason]: FailureKey, query: FailureQuery): boolean {
  if (query.from !== undefined && failedAtMs < query.from.getTime()) return false
  if (query.to !== undefined && failedAtMs >= query.to.getTime()) return false
  if (query.inputId !== undefined && inputId !== query.inputId) return false
  return query.reason === undefined || reason === query.reason
}

function containsText(trees: FailureTrees, key: FailureKey, text: string): boolean {
  const stored = readFacts(trees, key)
  // Damaged, or removed while other work had its turn.
  if (stored === undefined) return false
  const { detail, remoteAddress } = stored
  if (`${key[4]}\n${detail}\n${remoteAddress}`.toLowerCase().includes(text)) return true
  const payload = trees.payloads.get(key[0])
  return payload !== undefined && Buffer.from(payload).toString().toLowerCase().includes(text)
}
