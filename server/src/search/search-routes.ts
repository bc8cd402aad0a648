import { cancelSearchJob, executeSearch, getSearchJob, runSearch } from '@logyard/contract/search/search-jobs'
import { SERIES_FUNCTIONS } from '@logyard/contract/search/search-types'
import { validateQuery } from '@logyard/contract/search/search-validation'
import {
  createSearch,
  describeSearch,
  describeStoredSearch,
  getSearch,
  listSearches,
  listSeriesFunctions,
} from '@logyard/contract/search/searches'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { NodeTags } from '../cluster/node-tags.ts'
import { serve } from '../http/serve.ts'
import type { Clock } from '../platform/clock.ts'
import type { Job } from './run/search-job.ts'
import type { SearchJobs } from './run/search-jobs.ts'
import { endOfJob, waitForJob } from './run/wait-for-job.ts'
import type { Searches } from './search-service.ts'
import { sendJsonChunks } from './statements/json-chunks.ts'

/** If the search ends within this time, the first answer has the results; otherwise the client polls. */
const EXECUTE_WAIT_MS = 150
const STATUS_WAIT_MS = 5

/** `apiUrl` is the base URL of the API without a trailing slash. */
export function searchRoutes(
  api: FastifyInstance,
  deps: {
    readonly searches: Searches
    readonly jobs: SearchJobs
    readonly nodeTags: Pick<NodeTags, 'otherNodeOf'>
    readonly clock: Clock
    readonly apiUrl: string
  },
): void {
  const { searches, jobs, nodeTags, clock, apiUrl } = deps

  serve(api, createSearch, async ({ body, caller, reply }) => {
    const search = await searches.save(caller, body)
    reply.header('location', `${apiUrl}/views/search/${search.id}`)
    return search
  })

  serve(api, listSearches, async ({ caller }) => [...(await searches.list(caller))])

  serve(api, getSearch, ({ params, caller }) => searches.get(caller, params.id))

  serve(api, describeSearch, ({ body }) => searches.describe(body))

  serve(api, describeStoredSearch, ({ params, caller }) => searches.describeStored(caller, params.id))

  serve(api, listSeriesFunctions, () => Object.fromEntries(SERIES_FUNCTIONS.map((type) => [type, { type }])))

  serve(api, validateQuery, ({ body, caller }) => searches.validate(caller, body))

  serve(api, executeSearch, async ({ params, body, caller, reply }) => {
    const job = await searches.execute(caller, params.id, body ?? {})
    await waitForJob(job, EXECUTE_WAIT_MS, clock)
    reply.header('location', `${apiUrl}/views/search/status/${job.id}`)
    return sendJob(reply, job)
  })

  serve(api, getSearchJob, async ({ params, query, caller, request, reply }) => {
    const other = await nodeTags.otherNodeOf(params.jobId)
    if (other !== undefined) return api.operationHooks.nodes.pass(other, request, reply)
    const job = jobs.get(caller, params.jobId)
    await waitForJob(job, STATUS_WAIT_MS, clock)
    return sendJob(reply, job, { partial: query.partial === true })
  })

  serve(api, runSearch, async ({ query, body, caller, signal, reply }) => {
    const job = await searches.run(caller, body)
    await endOfJob(job, { signal, clock, timeoutMs: query.timeout })
    return sendJob(reply, job)
  })

  serve(api, cancelSearchJob, async ({ params, caller, request, reply }) => {
    const other = await nodeTags.otherNodeOf(params.jobId)
    if (other !== undefined) return api.operationHooks.nodes.pass(other, request, reply)
    return jobs.get(caller, params.jobId).cancel()
  })
}

const sendJob = (reply: FastifyReply, job: Job, options: { readonly partial?: boolean } = {}): FastifyReply =>
  sendJsonChunks(reply, job.answer(options))
