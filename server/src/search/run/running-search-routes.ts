import {
  keepSearchRunning,
  listOwnRunningSearches,
  listRunningSearches,
  type RunningSearches,
  stopRunningSearch,
} from '@logyard/contract/search/running-searches'
import type { FastifyInstance } from 'fastify'
import type { NodeTags } from '../../cluster/node-tags.ts'
import type { Caller } from '../../http/caller.ts'
import { serve } from '../../http/serve.ts'
import type { RunningTables } from './running-tables.ts'
import type { SearchJobs } from './search-jobs.ts'

export function runningSearchRoutes(
  api: FastifyInstance,
  {
    jobs,
    tables,
    nodeTags,
  }: {
    readonly jobs: SearchJobs
    readonly tables: RunningTables
    readonly nodeTags: Pick<NodeTags, 'otherNodeOf'>
  },
): void {
  const { nodes } = api.operationHooks
  const list = (caller: Caller, of: { readonly ofAll: boolean }): RunningSearches =>
    merge({ searches: [...jobs.list(caller, of), ...tables.list(caller, of)] }, [])

  serve(api, listOwnRunningSearches, ({ caller }) => list(caller, { ofAll: false }), { merge })

  serve(api, listRunningSearches, ({ caller }) => list(caller, { ofAll: true }), { merge })

  serve(api, keepSearchRunning, async ({ params, caller, request, reply }) => {
    const other = await nodeTags.otherNodeOf(params.jobId)
    if (other !== undefined) return nodes.pass(other, request, reply)
    return jobs.keepInBackground(caller, params.jobId)
  })

  serve(api, stopRunningSearch, async ({ params, caller, request, reply }) => {
    const other = await nodeTags.otherNodeOf(params.jobId)
    if (other !== undefined) return nodes.pass(other, request, reply)
    if (!tables.stop(caller, params.jobId)) jobs.stop(caller, params.jobId)
  })
}

const merge = (own: RunningSearches, others: readonly (RunningSearches | null)[]): RunningSearches => ({
  searches: [own, ...others]
    .flatMap((one) => one?.searches ?? [])
    .toSorted((one, other) => other.started_at.localeCompare(one.started_at)),
})
