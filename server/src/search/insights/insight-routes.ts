import { explainMessages } from '@logyard/contract/search/explanations'
import { getFieldCoverage, getFieldStatistics, suggestValues } from '@logyard/contract/search/field-insights'
import { getMessageContext } from '@logyard/contract/search/message-context'
import { findPatterns, getPatternDetails } from '@logyard/contract/search/patterns'
import { getQueryHints } from '@logyard/contract/search/query-hints'
import { countRuleMatches } from '@logyard/contract/streams/rule-matches'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { serve } from '../../http/serve.ts'
import type { Clock } from '../../platform/clock.ts'
import { exactJson } from '../statements/exact-json.ts'
import type { SearchEngines } from '../statements/search-engine.ts'
import { explainSelection } from './explanations/explain-selection.ts'
import { createFieldCoverage } from './field-coverage.ts'
import { createFieldStatistics } from './field-statistics.ts'
import type { GetMessageContext } from './message-context.ts'
import type { MessageSelections } from './message-selections.ts'
import { createPatternFinder } from './patterns/pattern-finder.ts'
import { getHints } from './query-hints.ts'
import { createRuleMatches, EVERYTHING } from './rule-matches.ts'
import { createValueSuggestions } from './value-suggestions.ts'

export interface InsightRoutesDeps {
  readonly selections: MessageSelections
  readonly context: GetMessageContext
  readonly engine: SearchEngines
  readonly clock: Clock
}

const DEFAULT_PATTERNS = 100
const DEFAULT_VALUES = 10

export function insightRoutes(api: FastifyInstance, { selections, context, engine, clock }: InsightRoutesDeps): void {
  const engineOf = ({ userId }: Caller) => engine.of({ user: userId })

  serve(api, findPatterns, async ({ caller, body, signal }) => {
    const selected = await selections.select(caller, body)
    const patterns = createPatternFinder({ engine: engineOf(caller) })
    return await patterns.find(selected, body.limit ?? DEFAULT_PATTERNS, signal)
  })

  serve(api, getPatternDetails, async ({ caller, params, body, signal }) => {
    const patterns = createPatternFinder({ engine: engineOf(caller) })
    const { hashes = [params.id], ...selection } = body
    return await patterns.details(await selections.select(caller, selection), { id: params.id, hashes }, signal)
  })

  serve(api, explainMessages, async ({ caller, body, signal }) =>
    explainSelection({ selections, engine: engineOf(caller), clock, signal }, caller, body),
  )

  serve(api, getFieldStatistics, async ({ caller, body, signal }) => {
    const { field, top = DEFAULT_VALUES } = body
    const getStatistics = createFieldStatistics({ engine: engineOf(caller) })
    return await getStatistics(await selections.select(caller, body), { field, top }, signal)
  })

  serve(api, getFieldCoverage, async ({ caller, body, signal }) => {
    const getCoverage = createFieldCoverage({ engine: engineOf(caller) })
    return await getCoverage(await selections.select(caller, body), signal)
  })

  serve(api, suggestValues, async ({ caller, body, signal }) => {
    const { field, input, limit = DEFAULT_VALUES } = body
    const suggest = createValueSuggestions({ engine: engineOf(caller) })
    return await suggest(await selections.select(caller, body), { field, input, limit }, signal)
  })

  serve(api, getQueryHints, async ({ caller, body, signal }) => {
    const { found_nothing: foundNothing, ...selection } = body
    const { query = '' } = selection
    const select = (changed: string) => selections.select(caller, { ...selection, query: changed })
    // Refuses invalid queries and streams, even without anything to look for.
    await select(query)
    const { allowLeadingWildcard } = selections
    return await getHints({ engine: engineOf(caller), select, allowLeadingWildcard }, { query, foundNothing }, signal)
  })

  serve(api, countRuleMatches, async ({ caller, body, signal }) => {
    const count = createRuleMatches({ engine: engineOf(caller), clock })
    return await count(await selections.select(caller, EVERYTHING), body, signal)
  })

  serve(api, getMessageContext, async ({ caller, body, signal, reply }) => {
    const found = await context(caller, body, signal)
    // Integers keep all of their digits.
    return reply.type('application/json; charset=utf-8').send(exactJson.stringify(found))
  })
}
