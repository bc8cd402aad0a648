import * as contract from '@logyard/contract/jobs/system-jobs'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import { jobNameUnknown, type SystemJobs } from './system-jobs.ts'

export function systemJobRoutes(
  api: FastifyInstance,
  { jobs, nodeId }: { readonly jobs: SystemJobs; readonly nodeId: string },
): void {
  const readable = (caller: Caller) => jobs.list().filter(({ id }) => caller.holds(`systemjobs:read:${id}`))
  const read = (id: string, caller: Caller) => {
    caller.require(`systemjobs:read:${id}`)
    return jobs.get(id)
  }
  const cancel = (id: string, caller: Caller) => {
    caller.require(`systemjobs:delete:${jobs.get(id).name}`)
    return jobs.cancel(id)
  }

  serve(api, contract.listJobs, ({ caller }) => ({ jobs: readable(caller) }))
  serve(api, contract.listJobsOfCluster, ({ caller }) => ({ [nodeId]: { jobs: readable(caller) } }))
  serve(api, contract.getJob, ({ params, caller }) => read(params.id, caller))
  serve(api, contract.getJobOfCluster, ({ params, caller }) => read(params.id, caller))
  serve(api, contract.startJob, ({ body, caller }) => {
    caller.require(`systemjobs:create:${body.job_name}`)
    throw jobNameUnknown(body.job_name)
  })
  serve(api, contract.cancelJob, ({ params, caller }) => cancel(params.id, caller))
  serve(api, contract.cancelJobOfCluster, ({ params, caller }) => cancel(params.id, caller))
}
