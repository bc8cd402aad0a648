/** Wires the execution of stored searches. */
import type { Decoration } from '../search/decorators/decorate-messages.ts'
import { createHighlight } from '../search/messages/highlight.ts'
import { createMessageListRunner } from '../search/messages/message-list.ts'
import { createPivotCache } from '../search/pivot/cache/pivot-cache.ts'
import { createPivotRunner } from '../search/pivot/pivot.ts'
import { createPriceEngines, PRICE_LIMITS } from '../search/price/price-engine.ts'
import type { ReadRates } from '../search/price/read-rates.ts'
import type { ProgressPoll } from '../search/progress/progress-poll.ts'
import { eventListRunner } from '../search/run/event-list.ts'
import type { SearchJobs } from '../search/run/search-jobs.ts'
import { createSearchPrices } from '../search/search-price/search-prices.ts'
import { createSearches } from '../search/search-service.ts'
import { createSearchViews } from '../search/search-views.ts'
import type { AnswerMemory } from '../search/statements/answer-memory.ts'
import { createSearchEngine } from '../search/statements/search-engine.ts'
import { createColdRanges } from '../store/cold/cold-ranges.ts'
import { createStreamAccess } from '../streams/stream-access.ts'
import { loggingAs } from './logging-as.ts'
import type { SearchFlowDeps } from './search-deps.ts'

export type SearchExecution = ReturnType<typeof createSearchExecution>

export function createSearchExecution(
  deps: SearchFlowDeps,
  {
    memory,
    jobs,
    progressPoll,
    decoration,
    rates,
  }: {
    readonly memory: AnswerMemory
    readonly jobs: SearchJobs
    readonly progressPoll: ProgressPoll
    readonly decoration: Decoration
    readonly rates: ReadRates
  },
) {
  const { config, clock } = deps
  const engine = createSearchEngine({ engine: deps.engine, clock, limits: deps.limits ?? {}, onRead: rates.add })
  const access = createStreamAccess(deps.streams)
  const searchViews = createSearchViews(deps.identity.entities)
  const pivotCache = createPivotCache({ ids: deps.ids })
  const messages = createMessageListRunner({
    clock,
    pivotCache,
    decorate: decoration.hits,
    ...(config.LOGYARD_HIGHLIGHTING ? { highlight: createHighlight(deps.boundedRuns) } : {}),
  })
  const runners = { messages, events: eventListRunner, pivot: createPivotRunner({ pivotCache }) }
  const allowLeadingWildcard = config.LOGYARD_LEADING_WILDCARDS
  const searches = createSearches({
    ...loggingAs('search', deps),
    streams: access,
    views: searchViews,
    engine,
    coldRanges: createColdRanges(deps.engine),
    runners,
    jobs,
    allowLeadingWildcard,
  })
  const { priceSeconds } = { ...PRICE_LIMITS, ...deps.limits }
  const priceEngines = createPriceEngines({ engine: deps.engine, clock, priceSeconds })
  const prices = createSearchPrices({
    searches,
    access,
    runners,
    engine,
    priceEngines,
    rates,
    clock,
    allowLeadingWildcard,
    priceSeconds,
  })
  return { engine, memory, jobs, progressPoll, access, searchViews, messages, searches, prices }
}
