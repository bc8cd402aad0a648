import * as contract from '@logyard/contract/jobs/system-jobs'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import { jobNameUnknown, type SystemJobs } from './system-jobs.ts'

export interface SystemJobRoutesDeps {
  readonly jobs: SystemJobs
  readonly nodes: { listActive(): Promise<readonly { readonly node_id: string }[]> }
  readonly nodeId: string
}

export function systemJobRoutes(api: FastifyInstance, { jobs, nodes, nodeId }: SystemJobRoutesDeps): void {
  /** Jobs that the caller may read, by node. */
  async function readable(caller: Caller) {
    const all = (await jobs.list()).filter(({ id }) => caller.holds(`systemjobs:read:${id}`))
    return Object.groupBy(all, (job) => job.node_id)
  }
  /** Jobs are stored, so each node finds those of all. */
  function get(id: string, caller: Caller) {
    caller.require(`systemjobs:read:${id}`)
    return jobs.get(id)
  }
  async function cancel(id: string, caller: Caller) {
    const { name } = await jobs.get(id)
    caller.require(`systemjobs:delete:${name}`)
    return jobs.cancel(id)
  }

  serve(api, contract.listJobs, async ({ caller }) => ({ jobs: (await readable(caller))[nodeId] ?? [] }))
  serve(api, contract.listJobsOfCluster, async ({ caller }) => {
    const byNode = await readable(caller)
    const ids = new Set([...(await nodes.listActive()).map(({ node_id }) => node_id), ...Object.keys(byNode)])
    return Object.fromEntries(Array.from(ids, (id) => [id, { jobs: byNode[id] ?? [] }]))
  })
  serve(api, contract.getJob, ({ params, caller }) => get(params.id, caller))
  serve(api, contract.getJobOfCluster, ({ params, caller }) => get(params.id, caller))
  serve(api, contract.startJob, ({ body, caller }) => {
    caller.require(`systemjobs:create:${body.job_name}`)
    throw jobNameUnknown(body.job_name)
  })
  serve(api, contract.cancelJob, ({ params, caller }) => cancel(params.id, caller))
  serve(api, contract.cancelJobOfCluster, ({ params, caller }) => cancel(params.id, caller))
}
