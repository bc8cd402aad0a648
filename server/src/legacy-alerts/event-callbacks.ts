/** Alarm callbacks as notifications of events run them. */
import type { LegacyCallbacks } from '../event-notifications/legacy-callbacks.ts'
import type { AlarmSource } from './alarm-source.ts'
import type { CallbackService } from './callback-service.ts'
import type { AlarmCallbackTypes } from './callbacks/callback-type.ts'
import { runCallback } from './callbacks/run-callback.ts'

export const createEventCallbacks = (deps: {
  readonly service: Pick<CallbackService, 'types'>
  readonly types: AlarmCallbackTypes
  readonly alarms: AlarmSource
}): LegacyCallbacks => ({
  async types(caller) {
    const { types } = await deps.service.types(caller)
    return Object.fromEntries(
      Object.entries(types).map(([type, { name, requested_configuration: configuration }]) => [
        type,
        { name, configuration },
      ]),
    )
  },
  async run({ type, configuration }, { model, streamId }, signal) {
    const read = await deps.types.read(type, configuration)
    const alarm = await deps.alarms.ofEvent(model, streamId)
    await runCallback(deps.types, { type, configuration: read, isTest: false }, alarm, signal)
  },
})
