import { listSwitchedOffRules, switchRule } from '@logyard/contract/pipelines/rule-switches'
import * as contract from '@logyard/contract/pipelines/rule-versions'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { Rules } from './rule-service.ts'
import type { StoredRuleVersion } from './rule-store.ts'

/** Versions of rules, and their switches. */
export function ruleVersionRoutes(api: FastifyInstance, { rules }: { readonly rules: Rules }): void {
  serve(api, contract.listRuleVersions, async ({ params }) => {
    await rules.get(params.ruleId)
    const versions = await rules.versions.list(params.ruleId)
    return { versions: versions.map((version) => ({ ...factsOf(version), characters: version.source.length })) }
  })
  serve(api, contract.getRuleVersion, async ({ params }) => {
    await rules.get(params.ruleId)
    const version = await rules.versions.get(params.ruleId, params.version)
    return { ...factsOf(version), source: version.source }
  })
  serve(api, contract.restoreRuleVersion, async ({ params, caller, signal }) => {
    const { ruleId, version } = params
    return rules.restore(ruleId, version, { caller, signal })
  })
  serve(api, listSwitchedOffRules, async () => ({
    rules: (await rules.switchedOff()).map(({ id, ...facts }) => ({ rule_id: id, ...facts })),
  }))
  serve(api, switchRule, async ({ params, body, caller, signal }) => {
    await rules.switch(params.ruleId, body.is_on, { caller, signal })
    return body
  })
}

function factsOf({ version, saved_at, username, title, description, restored_from }: StoredRuleVersion) {
  return { version, saved_at, username, title, description, restored_from }
}
