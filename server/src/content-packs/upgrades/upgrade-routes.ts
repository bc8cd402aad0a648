import * as contract from '@logyard/contract/content-packs/upgrades'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { Upgrades } from './upgrades.ts'

export function upgradeRoutes(api: FastifyInstance, upgrades: Upgrades): void {
  serve(api, contract.planUpgrade, ({ params, body, caller }) => upgrades.plan(params.id, params.iid, body, caller))
  serve(api, contract.upgradeInstallation, ({ params, body, caller, signal }) =>
    upgrades.upgrade(params.id, params.iid, body, { caller, signal }),
  )
}
