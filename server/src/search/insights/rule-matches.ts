/** How many of the newest messages the rules of a stream would match. */
import type { RuleMatches, RuleMatchesRequest } from '@logyard/contract/streams/rule-matches'
import { sql } from '@logyard/languages/sql/sql'
import { sqlInteger } from '@logyard/languages/sql/sql-parts'
import type { Clock } from '../../platform/clock.ts'
import { readStreamRule } from '../../streams/read-stream-rule.ts'
import { countMatches } from '../../streams/test-match.ts'
import { partialReader } from '../messages/message-rows.ts'
import type { SearchEngine } from '../statements/search-engine.ts'
import type { SelectedMessages } from './message-selections.ts'

export type CountRuleMatches = (
  selected: SelectedMessages,
  request: RuleMatchesRequest,
  signal: AbortSignal,
) => Promise<RuleMatches>

/** All messages up to now. */
export const EVERYTHING = { timerange: { type: 'relative', range: 0 } } as const
const LOOKED_AT = 1000

export function createRuleMatches(deps: { readonly engine: SearchEngine; readonly clock: Clock }): CountRuleMatches {
  return async ({ from, schema }, { rules: drafts, matching_type = 'AND' }, signal) => {
    const rules = drafts.map((draft) => readStreamRule(draft, ''))
    const names = [...new Set(rules.map(({ field }) => field))]
    const stored = names.filter((name) => schema.types(name).length > 0)
    const { selection, read } = partialReader(stored, schema)
    const rows = await deps.engine.rows(
      sql`SELECT ${selection} FROM ${from()} ORDER BY timestamp DESC LIMIT ${sqlInteger(LOOKED_AT)}`,
      { signal },
    )
    const documents = rows.map((row) => read(row).document)
    const { lookedAt, matches } = countMatches(rules, matching_type, documents, deps.clock)
    return { looked_at: lookedAt, matches, is_complete: lookedAt === documents.length }
  }
}
