import * as contract from '@logyard/contract/legacy-alerts/alert-conditions'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { ConditionService } from './condition-service.ts'
import { conditionTypes } from './conditions/condition-types.ts'
import type { ReadStreams } from './read-streams.ts'

const typesAnswer = Object.fromEntries(conditionTypes.map(({ info }) => [info.type, info]))

export function conditionRoutes(
  api: FastifyInstance,
  { conditions, streams }: { readonly conditions: ConditionService; readonly streams: ReadStreams },
): void {
  const listAnswer = async (streamIds: readonly string[]) => {
    const listed = [...(await conditions.list(streamIds))]
    return { total: listed.length, conditions: listed }
  }

  serve(api, contract.listAllAlertConditions, async ({ caller }) => listAnswer(await streams.readable(caller)))

  serve(api, contract.listAlertConditionTypes, () => typesAnswer)

  serve(api, contract.listAlertConditions, async ({ params }) => {
    await streams.requireStream(params.id)
    return listAnswer([params.id])
  })

  serve(api, contract.getAlertCondition, async ({ params }) => {
    await streams.requireStream(params.id)
    return conditions.get(params.id, params.cid)
  })

  serve(api, contract.createAlertCondition, async ({ params, body, caller }) => {
    await streams.requireEditor(caller, params.id)
    const id = await conditions.create(caller, params.id, body)
    return { alert_condition_id: id }
  })

  serve(api, contract.updateAlertCondition, async ({ params, body, caller }) => {
    await streams.requireEditor(caller, params.id)
    await conditions.update(params.id, params.cid, body)
  })

  serve(api, contract.deleteAlertCondition, async ({ params }) => {
    await streams.requireStream(params.id)
    await conditions.delete(params.id, params.cid)
  })

  serve(api, contract.testNewAlertCondition, async ({ params, body, caller, signal }) => {
    await streams.requireEditor(caller, params.id)
    return conditions.testDraft(caller, params.id, body, signal)
  })

  serve(api, contract.testAlertCondition, async ({ params, caller, reply, signal }) => {
    await streams.requireEditor(caller, params.id)
    const result = await conditions.test(caller, params.id, params.cid, signal)
    // The result of a check that failed has another status, as the API always had it.
    return result.error ? reply.code(400).send(result) : result
  })
}
