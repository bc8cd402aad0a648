import * as contract from '@logyard/contract/scheduler/scheduler'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { SchedulerService } from './scheduler-service.ts'

export function schedulerRoutes(api: FastifyInstance, service: SchedulerService): void {
  serve(api, contract.listJobs, ({ query }) => service.listJobs(query))

  serve(api, contract.getJob, ({ params }) => service.getJob(params.id))

  serve(api, contract.createJob, ({ body }) => service.createJob(body))

  serve(api, contract.updateJob, ({ params, body }) => service.updateJob(params.id, body))

  serve(api, contract.deleteJob, ({ params }) => service.deleteJob(params.id))

  serve(api, contract.listTriggers, ({ query }) => service.listTriggers(query))

  serve(api, contract.createTrigger, ({ body }) => service.createTrigger(body))
}
