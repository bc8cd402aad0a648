import * as contract from '@logyard/contract/legacy-alerts/legacy-alerts'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import type { AlertService } from './alert-service.ts'
import type { CallbackService } from './callback-service.ts'
import type { ConditionService } from './condition-service.ts'
import type { ReadStreams } from './read-streams.ts'

export interface LegacyAlertRoutesDeps {
  readonly streams: ReadStreams
  readonly alerts: AlertService
  readonly conditions: ConditionService
  readonly callbacks: CallbackService
  readonly status: contract.LegacyAlertStatus
}

export function legacyAlertRoutes(api: FastifyInstance, deps: LegacyAlertRoutesDeps): void {
  const { streams, alerts, conditions, callbacks, status } = deps
  const readable = async (caller: Caller) => new Set(await streams.readable(caller))

  serve(api, contract.listLegacyAlerts, async ({ query, caller }) => alerts.listSince(await readable(caller), query))

  serve(api, contract.pageLegacyAlerts, async ({ query, caller }) => alerts.page(await readable(caller), query))

  serve(api, contract.getLegacyAlert, async ({ params, caller }) => {
    const alert = await alerts.get(params.alertId)
    caller.require(`streams:read:${alert.stream_id}`)
    return alert
  })

  serve(api, contract.listStreamAlerts, async ({ params, query }) => {
    await streams.requireStream(params.id)
    const list = await alerts.listSince(new Set([params.id]), query)
    return { ...list, total: await alerts.count(params.id) }
  })

  serve(api, contract.pageStreamAlerts, async ({ params, query }) => {
    await streams.requireStream(params.id)
    return alerts.page(new Set([params.id]), query)
  })

  serve(api, contract.checkStreamAlerts, async ({ params, caller, signal }) => {
    await streams.requireStream(params.id)
    return conditions.checkAll(caller, params.id, signal)
  })

  serve(api, contract.listAlertHistories, async ({ params }) => {
    await streams.requireStream(params.id)
    const histories = [...(await alerts.histories(params.id, params.alertId))]
    return { total: histories.length, histories }
  })

  serve(api, contract.addAlertReceiver, async ({ params, query: { entity, type }, caller }) => {
    await streams.requireEditor(caller, params.id)
    await callbacks.changeReceiver(params.id, { entity, type, isAdded: true })
  })

  serve(api, contract.removeAlertReceiver, async ({ params, query: { entity, type }, caller }) => {
    await streams.requireEditor(caller, params.id)
    await callbacks.changeReceiver(params.id, { entity, type, isAdded: false })
  })

  serve(api, contract.sendDummyAlert, async ({ params, caller, signal }) => {
    await streams.requireEditor(caller, params.id)
    await callbacks.testAll(caller, params.id, signal)
  })

  serve(api, contract.getLegacyAlertStatus, () => status)
}
