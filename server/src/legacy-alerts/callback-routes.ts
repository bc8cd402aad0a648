import * as contract from '@logyard/contract/legacy-alerts/alarm-callbacks'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { CallbackService } from './callback-service.ts'
import type { ReadStreams } from './read-streams.ts'

export function callbackRoutes(
  api: FastifyInstance,
  { callbacks, streams }: { readonly callbacks: CallbackService; readonly streams: ReadStreams },
): void {
  const listAnswer = async (streamIds: readonly string[]) => {
    const alarmcallbacks = [...(await callbacks.list(streamIds))]
    return { total: alarmcallbacks.length, alarmcallbacks }
  }

  serve(api, contract.listAllAlarmCallbacks, async ({ caller }) => listAnswer(await streams.readable(caller)))

  serve(api, contract.listAlarmCallbackTypes, ({ caller }) => callbacks.types(caller))

  serve(api, contract.listAvailableAlarmCallbacks, async ({ params, caller }) => {
    await streams.requireStream(params.id)
    return callbacks.types(caller)
  })

  serve(api, contract.testAlarmCallback, async ({ params, caller, signal }) => {
    const callback = await callbacks.find(params.cbid)
    await streams.requireEditor(caller, callback.stream_id)
    await callbacks.test(caller, callback, signal)
  })

  serve(api, contract.listAlarmCallbacks, async ({ params }) => {
    await streams.requireStream(params.id)
    return listAnswer([params.id])
  })

  serve(api, contract.getAlarmCallback, async ({ params }) => {
    await streams.requireStream(params.id)
    return callbacks.get(params.id, params.cbid)
  })

  serve(api, contract.createAlarmCallback, async ({ params, body, caller }) => {
    await streams.requireEditor(caller, params.id)
    const id = await callbacks.create(caller, params.id, body)
    return { alarmcallback_id: id }
  })

  serve(api, contract.updateAlarmCallback, async ({ params, body, caller }) => {
    await streams.requireEditor(caller, params.id)
    await callbacks.update(params.id, params.cbid, body)
  })

  serve(api, contract.deleteAlarmCallback, async ({ params }) => {
    await streams.requireStream(params.id)
    await callbacks.delete(params.id, params.cbid)
  })
}
