/** How many of the newest messages the stored rules of a stream match, among messages that the caller may read. */
import { MAX_TRIED_RULES, type RuleMatchesRequest } from '@logyard/contract/streams/rule-matches'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { StreamAccess } from '../../streams/stream-access.ts'
import type { SearchEngines } from '../statements/search-engine.ts'
import type { MessageSelections } from './message-selections.ts'
import { createRuleMatches, EVERYTHING } from './rule-matches.ts'
import { createShortCache } from './short-cache.ts'
import { inTime, limits } from './stored-lately.ts'

export interface MatchingMessages {
  readonly looked_at: number
  readonly matches: number
}

/** Undefined if the stream has no rules or too many, or if the messages could not be read in time. */
export type CountMatchingMessages = (
  caller: Caller,
  stream: Pick<RuleMatchesRequest, 'rules' | 'matching_type'>,
) => Promise<MatchingMessages | undefined>

export function createMatchingMessages(deps: {
  readonly selections: MessageSelections
  readonly access: Pick<StreamAccess, 'readable'>
  readonly engine: Pick<SearchEngines, 'of'>
  readonly clock: Clock
}): CountMatchingMessages {
  const cached = createShortCache<MatchingMessages | undefined>(deps.clock)
  return async (caller, { rules, matching_type = 'AND' }) => {
    const readable = await deps.access.readable(caller)
    if (readable.length === 0 || rules.length === 0 || rules.length > MAX_TRIED_RULES) return undefined
    const count = createRuleMatches({ engine: deps.engine.of({ user: caller.userId }), clock: deps.clock })
    return await cached(JSON.stringify([readable, matching_type, rules]), () =>
      inTime(async () => {
        const selected = await deps.selections.select(caller, EVERYTHING)
        const { looked_at, matches } = await count(selected, { rules, matching_type }, limits().signal)
        return { looked_at, matches }
      }),
    )
  }
}
