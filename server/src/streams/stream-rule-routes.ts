import {
  createStreamRule,
  deleteStreamRule,
  getStreamRule,
  listStreamRules,
  listStreamRuleTypes,
  STREAM_RULE_TYPES,
  type StreamRuleDraft,
  updateStreamRule,
  updateStreamRuleByPost,
} from '@logyard/contract/streams/stream-rules'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { StreamRules } from './stream-rule-service.ts'
import { streamRuleAnswer } from './stream-views.ts'

export function streamRuleRoutes(
  api: FastifyInstance,
  { rules, apiUrl }: { readonly rules: StreamRules; readonly apiUrl: string },
): void {
  serve(api, listStreamRuleTypes, () => [...STREAM_RULE_TYPES])

  serve(api, listStreamRules, async ({ params }) => {
    const found = await rules.list(params.id)
    return { total: found.length, stream_rules: found.map((rule) => streamRuleAnswer(params.id, rule)) }
  })

  serve(api, getStreamRule, async ({ params }) =>
    streamRuleAnswer(params.id, await rules.get(params.id, params.ruleId)),
  )

  serve(api, createStreamRule, async ({ params, body, reply }) => {
    const { id } = await rules.create(params.id, body)
    reply.header('location', `${apiUrl}/streams/${params.id}/rules/${id}`)
    return { streamrule_id: id }
  })

  const replace = async (params: { id: string; ruleId: string }, body: StreamRuleDraft) => {
    const { id } = await rules.replace(params.id, params.ruleId, body)
    return { streamrule_id: id }
  }
  serve(api, updateStreamRule, ({ params, body }) => replace(params, body))
  serve(api, updateStreamRuleByPost, ({ params, body }) => replace(params, body))

  serve(api, deleteStreamRule, ({ params }) => rules.delete(params.id, params.ruleId))
}
