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
  serve(api, contract.createRule, async ({ body, caller, signal, request }) => {
    const rule = await rules.create(body, { caller, signal })
    request.log.info({ ruleId: rule.id }, 'rule created')
    return rule
  })
  serve(api, contract.updateRule, async ({ params, body, caller, signal, request }) => {
    const rule = await rules.replace(params.id, body, { caller, signal })
    request.log.info({ ruleId: params.id }, 'rule changed')
    return rule
  })
  serve(api, contract.deleteRule, async ({ params, request }) => {
    await rules.delete(params.id)
    request.log.info({ ruleId: params.id }, 'rule deleted')
    return null
  })
  serve(api, contract.parseRule, ({ body, caller, signal }) => rules.parse(body, { caller, signal }))
  serve(api, contract.listRulesByTitle, ({ body, caller }) =>
    rules.byTitles(body.rules, ({ id }) => caller.holds(`pipeline_rule:read:${id}`)),
  )
  serve(api, listRuleFunctions, () => functionDescriptors)
  serve(api, contract.getRuleMetricsConfig, () => ruleMetrics.get())
  serve(api, contract.setRuleMetricsConfig, async ({ body, request }) => {
    await ruleMetrics.set(body)
    request.log.info({ isEnabled: body.metrics_enabled }, 'measurement of rules switched')
    return body
  })
}
