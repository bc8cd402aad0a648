import { createPlacedRule, placeRule } from '@logyard/contract/pipelines/rule-places'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { RulePlacing } from './rule-placing.ts'

export function rulePlacingRoutes(api: FastifyInstance, { placing }: { readonly placing: RulePlacing }): void {
  serve(api, createPlacedRule, ({ body, caller, signal }) => placing.create(body.rule, body.places, { caller, signal }))
  serve(api, placeRule, async ({ params, body, caller, signal }) => {
    await placing.place(params.ruleId, body.places, { caller, signal })
    return null
  })
}
