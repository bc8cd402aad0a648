import { getFieldStatistics, suggestValues } from '@logyard/contract/field-insights'
import { getMessageContext } from '@logyard/contract/message-context'
import { findPatterns, getPatternDetails } from '@logyard/contract/patterns'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { exactJson } from '../exact-json.ts'
import type { SearchEngine } from '../search-engine.ts'
import { createFieldStatistics } from './field-statistics.ts'
import type { AskMessageContext } from './message-context.ts'
import type { MessageSelections } from './message-selections.ts'
import { createPatternQuestions } from './patterns.ts'
import { createValueSuggestions } from './value-suggestions.ts'

export interface InsightRoutesDeps {
  readonly selections: MessageSelections
  readonly context: AskMessageContext
  readonly engine: SearchEngine
}

const DEFAULT_PATTERNS = 100
const DEFAULT_VALUES = 10

export function insightRoutes(api: FastifyInstance, { selections, context, engine }: InsightRoutesDeps): void {
  const patterns = createPatternQuestions({ engine })
  const askFieldStatistics = createFieldStatistics({ engine })
  const suggest = createValueSuggestions({ engine })

  serve(api, findPatterns, async ({ caller, body, request }) => {
    const selected = await selections.select(caller, body)
    return await patterns.find(selected, body.limit ?? DEFAULT_PATTERNS, request.signal)
  })

  serve(api, getPatternDetails, async ({ caller, params, body, request }) =>
    patterns.details(await selections.select(caller, body), params.id, request.signal),
  )

  serve(api, getFieldStatistics, async ({ caller, body, request }) => {
    const { field, top = DEFAULT_VALUES } = body
    return await askFieldStatistics(await selections.select(caller, body), { field, top }, request.signal)
  })

  serve(api, suggestValues, async ({ caller, body, request }) => {
    const { field, input, limit = DEFAULT_VALUES } = body
    return await suggest(await selections.select(caller, body), { field, input, limit }, request.signal)
  })

  serve(api, getMessageContext, async ({ caller, body, request, reply }) => {
    const found = await context(caller, body, request.signal)
    // Whole numbers keep all their digits.
    return reply.type('application/json; charset=utf-8').send(exactJson.stringify(found))
  })
}
