import { listRuleFunctions } from '@logyard/contract/pipelines/rule-functions'
import * as contract from '@logyard/contract/pipelines/rules'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { functionDescriptor } from '../functions/function-descriptor.ts'
import { ruleFunctions } from '../functions/rule-functions.ts'
import type { RuleMetrics } from './rule-metrics.ts'
import type { Rules } from './rule-service.ts'

export interface RuleRoutesDeps {
  readonly rules: Rules
  readonly ruleMetrics: RuleMetrics
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1)
const functionDescriptors = ruleFunctions.map(functionDescriptor).sort(byName)

export function ruleRoutes(api: FastifyInstance, { rules, ruleMetrics }: RuleRoutesDeps): void {
  serve(api, contract.listRules, () => rules.list())
  serve(api, contract.getRule, ({ params }) => rules.get(params.id))
  serve(api, contract.createRule, ({ body, caller, signal }) => rules.create(body, { caller, signal }))
  serve(api, contract.updateRule, ({ params, body, caller, signal }) =>
    rules.replace(params.id, body, { caller, signal }),
  )
  serve(api, contract.deleteRule, ({ params }) => rules.kind.delete(params.id))
  serve(api, contract.parseRule, ({ body, caller, signal }) => rules.parse(body, { caller, signal }))
  serve(api, contract.listRulesByTitle, ({ body, caller }) =>
    rules.byTitles(body.rules, ({ id }) => caller.holds(`pipeline_rule:read:${id}`)),
  )
  serve(api, listRuleFunctions, () => functionDescriptors)
  serve(api, contract.getRuleMetricsConfig, () => ruleMetrics.get())
  serve(api, contract.setRuleMetricsConfig, async ({ body }) => {
    await ruleMetrics.set(body)
    return body
  })
}
