/** Searches that run, or ran in the background: on all nodes, with their owner, cost and state. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant, nullable } from '../http/envelope.ts'
import { inArea, NoBody, RUNS_SEARCH, signedIn } from '../http/operation.ts'
import { administrates } from '../identity/rights.ts'
import { WorkCost, WorkProgress } from './search-jobs.ts'
import { EffectiveRange } from './time-ranges.ts'

const RunningQuery = Type.Object({
  query_string: Type.String({ description: 'The first 500 characters' }),
  timerange: EffectiveRange,
  streams: Type.Array(Type.String(), { description: 'Those that it names, at most ten' }),
})

export const RunningSearch = Type.Object(
  {
    job_id: Type.String(),
    search_id: Type.String({ description: 'Empty for tables' }),
    kind: Type.Enum(['search', 'steps', 'sql'], { description: 'An execution, or a request for a table' }),
    tag: nullable(Type.String({ description: 'That the client gave the request for a table' })),
    owner: Type.String({ description: 'User name' }),
    node_id: Type.String(),
    started_at: IsoInstant,
    state: Type.Union([
      Type.Literal('running'),
      Type.Literal('done'),
      Type.Literal('stopped', { description: 'By a user or a limit; the results so far stay' }),
    ]),
    is_in_background: Type.Boolean(),
    queries: Type.Array(RunningQuery, { description: 'The first five' }),
    cost: WorkCost,
    progress: Type.Optional(WorkProgress),
    kept_until: nullable(IsoInstant),
  },
  {
    title: 'RunningSearch',
    description: 'An execution. Others than those in the background are listed while they run',
  },
)
export type RunningSearch = Static<typeof RunningSearch>

export const RunningSearches = Type.Object({ searches: Type.Array(RunningSearch) }, { title: 'RunningSearches' })
export type RunningSearches = Static<typeof RunningSearches>

const { get, post } = inArea('search')

export const listOwnRunningSearches = get('/logyard/search/jobs', {
  id: 'logyard.search.jobs',
  node: 'this',
  summary: 'List your own running searches, and those in the background',
  access: signedIn,
  answers: { 200: RunningSearches },
})

export const listRunningSearches = get('/logyard/search/jobs/all', {
  id: 'logyard.search.allJobs',
  node: 'this',
  summary: 'List the running searches of all users',
  ...administrates,
  answers: { 200: RunningSearches },
})

export const keepSearchRunning = post('/logyard/search/jobs/{jobId}/background', {
  id: 'logyard.search.keepJob',
  summary: 'Let one of your executions go on in the background, without being polled',
  access: signedIn,
  audit: RUNS_SEARCH,
  answers: { 204: NoBody, 404: ApiError, 429: ApiError },
})

export const stopRunningSearch = post('/logyard/search/jobs/{jobId}/stop', {
  id: 'logyard.search.stopJob',
  summary: 'Stop an execution: your own, or as an administrator that of any user',
  access: signedIn,
  audit: 'running-search:stop',
  isOutside: true,
  answers: { 204: NoBody, 404: ApiError },
})
