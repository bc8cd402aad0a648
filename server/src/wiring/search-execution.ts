/** Wires the execution of stored searches. */
import type { Decoration } from '../search/decorators/decorate-messages.ts'
import { createHighlight } from '../search/messages/highlight.ts'
import { createMessageListRunner } from '../search/messages/message-list.ts'
import { createPivotCache } from '../search/pivot/cache/pivot-cache.ts'
import { createPivotRunner } from '../search/pivot/pivot.ts'
import type { ProgressPoll } from '../search/progress/progress-poll.ts'
import { eventListRunner } from '../search/run/event-list.ts'
import type { SearchJobs } from '../search/run/search-jobs.ts'
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
  }: {
    readonly memory: AnswerMemory
    readonly jobs: SearchJobs
    readonly progressPoll: ProgressPoll
    readonly decoration: Decoration
  },
) {
  const { config, clock } = deps
  const engine = createSearchEngine({ engine: deps.engine, clock, limits: deps.limits ?? {} })
  const access = createStreamAccess(deps.streams)
  const searchViews = createSearchViews(deps.identity.entities)
  const pivotCache = createPivotCache({ ids: deps.ids })
  const messages = createMessageListRunner({
    clock,
    pivotCache,
    decorate: decoration.hits,
    ...(config.LOGYARD_HIGHLIGHTING ? { highlight: createHighlight(deps.boundedRuns) } : {}),
  })
  const searches = createSearches({
    ...loggingAs('search', deps),
    streams: access,
    views: searchViews,
    engine,
    coldRanges: createColdRanges(deps.engine),
    runners: {
      messages,
      events: eventListRunner,
      pivot: createPivotRunner({ pivotCache }),
    },
    jobs,
    allowLeadingWildcard: config.LOGYARD_LEADING_WILDCARDS,
  })
  return { engine, memory, jobs, progressPoll, access, searchViews, messages, searches }
}
