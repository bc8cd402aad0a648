import { MASKING_RULES_KEY, MaskingRules } from '@logyard/contract/agents/masking-rules'
import type { FastifyInstance } from 'fastify'
import type { ClusterConfig } from '../cluster-config/cluster-config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { createMasks } from './masking/masks.ts'
import { agentRoutes } from './mcp-routes.ts'

const NO_RULES: MaskingRules = { fields: [], kinds: [] }

export function createAgents(deps: {
  readonly settings: Pick<SettingsStore, 'keyFor'>
  readonly clusterConfig: Pick<ClusterConfig, 'register'>
  readonly version: string
  readonly clock: Clock
  readonly log: Log
}) {
  const rules = deps.clusterConfig.register({
    key: MASKING_RULES_KEY,
    draft: MaskingRules,
    document: MaskingRules,
    default: NO_RULES,
    complete: (draft) => draft,
  })
  const key = deps.settings.keyFor('pseudonyms for agents')
  const masks = async () => createMasks(await rules.read(), key)
  return {
    routes: (api: FastifyInstance, { apiUrl }: { readonly apiUrl: string }) =>
      agentRoutes(api, { ...deps, apiUrl, masks }),
  }
}
