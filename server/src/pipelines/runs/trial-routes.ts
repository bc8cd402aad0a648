import { tryPipelineSource } from '@logyard/contract/pipelines/trials'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { exactJson } from '../../search/statements/exact-json.ts'
import type { RunTrial } from './trial-service.ts'

export function trialRoutes(api: FastifyInstance, { runTrial }: { readonly runTrial: RunTrial }): void {
  serve(api, tryPipelineSource, async ({ body, caller, signal, reply }) => {
    const tried = await runTrial(body, caller, signal)
    // Integers keep all of their digits.
    return reply.type('application/json; charset=utf-8').send(exactJson.stringify(tried))
  })
}
