import * as contract from '@logyard/contract/scheduler/scheduler'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { SchedulerService } from './scheduler-service.ts'

export function schedulerRoutes(api: FastifyInstance, service: SchedulerService): void {
  serve(api, contract.listJobs, ({ query }) => service.listJobs(query))

  serve(api, contract.getJob, ({ params }) => service.getJob(params.id))

  serve(api, contract.createJob, async ({ body, request }) => {
    const job = await service.createJob(body)
    request.log.info({ jobId: job.id }, 'job created')
    return job
  })

  serve(api, contract.updateJob, async ({ params, body, request }) => {
    const job = await service.updateJob(params.id, body)
    request.log.info({ jobId: job.id }, 'job changed')
    return job
  })

  serve(api, contract.deleteJob, async ({ params, request }) => {
    await service.deleteJob(params.id)
    request.log.info({ jobId: params.id }, 'job deleted')
    return null
  })

  serve(api, contract.listTriggers, ({ query }) => service.listTriggers(query))

  serve(api, contract.createTrigger, async ({ body, request }) => {
    const trigger = await service.createTrigger(body)
    request.log.info({ triggerId: trigger.id, jobId: trigger.job_definition_id }, 'trigger of a job created')
    return trigger
  })
}
