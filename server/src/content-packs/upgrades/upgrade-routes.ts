import * as contract from '@logyard/contract/content-packs/upgrades'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { Upgrades } from './upgrades.ts'

export function upgradeRoutes(api: FastifyInstance, upgrades: Upgrades): void {
  serve(api, contract.planUpgrade, ({ params, body, caller }) => upgrades.plan(params.id, params.iid, body, caller))
  serve(api, contract.upgradeInstallation, async ({ params, body, caller, request, signal }) => {
    const upgraded = await upgrades.upgrade(params.id, params.iid, body, { caller, signal })
    request.log.info({ packId: params.id, installationId: params.iid, rev: body.revision }, 'installation upgraded')
    return upgraded
  })
}
