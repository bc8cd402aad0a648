import {
  keepSearchRunning,
  listOwnRunningSearches,
  listRunningSearches,
  type RunningSearches,
  stopRunningSearch,
} from '@logyard/contract/search/running-searches'
import type { FastifyInstance } from 'fastify'
import type { NodeTags } from '../../cluster/node-tags.ts'
import { serve } from '../../http/serve.ts'
import type { SearchJobs } from './search-jobs.ts'

export function runningSearchRoutes(
  api: FastifyInstance,
  { jobs, nodeTags }: { readonly jobs: SearchJobs; readonly nodeTags: Pick<NodeTags, 'otherNodeOf'> },
): void {
  const { nodes } = api.operationHooks

  serve(api, listOwnRunningSearches, ({ caller }) => ({ searches: [...jobs.list(caller, { ofAll: false })] }), {
    merge,
  })

  serve(api, listRunningSearches, ({ caller }) => ({ searches: [...jobs.list(caller, { ofAll: true })] }), { merge })

  serve(api, keepSearchRunning, async ({ params, caller, request, reply }) => {
    const other = await nodeTags.otherNodeOf(params.jobId)
    if (other !== undefined) return nodes.pass(other, request, reply)
    return jobs.keepInBackground(caller, params.jobId)
  })

  serve(api, stopRunningSearch, async ({ params, caller, request, reply }) => {
    const other = await nodeTags.otherNodeOf(params.jobId)
    if (other !== undefined) return nodes.pass(other, request, reply)
    return jobs.stop(caller, params.jobId)
  })
}

const merge = (own: RunningSearches, others: readonly (RunningSearches | null)[]): RunningSearches => ({
  searches: [own, ...others]
    .flatMap((one) => one?.searches ?? [])
    .toSorted((one, other) => other.started_at.localeCompare(one.started_at)),
})
