import * as contract from '@logyard/contract/content-packs/configuration-text'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { ConfigurationText } from './configuration-text.ts'

export function configurationTextRoutes(api: FastifyInstance, text: ConfigurationText): void {
  serve(api, contract.readConfiguration, ({ caller }) => text.read(caller))
  serve(api, contract.planConfiguration, ({ body, caller }) => text.plan(body, caller))
  serve(api, contract.applyConfiguration, async ({ body, caller, request, signal }) => {
    const applied = await text.apply(body, { caller, signal })
    request.log.info({ changes: applied.changes.length }, 'configuration applied')
    return applied
  })
}
