/** The conditions and callbacks of each stream, in memory: every list of streams shows them. */

import { EMAIL_ALARM_CALLBACK } from '@logyard/contract/legacy-alerts/alarm-callbacks'
import type { StreamAlertCondition } from '@logyard/contract/legacy-alerts/alert-conditions'
import type { Caller } from '../http/caller.ts'
import { legacyInstant } from '../identity/accounts/legacy-instant.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import { createReplica } from '../platform/settings/replica.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import type { StreamAlertFacts, StreamAlerting } from '../streams/stream-alerting.ts'
import { callbackCollection, configurationOf, type StoredCallback } from './callback-store.ts'
import { conditionCollection, inOrderOfCreation, type StoredCondition } from './condition-store.ts'
import { receiversOf } from './receivers.ts'

export type StreamConditions = ReturnType<typeof createStreamConditions>

export interface StreamConditionsDeps {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly ids: Ids
}

export function createStreamConditions(deps: StreamConditionsDeps) {
  const { settings } = deps
  const conditions = settings.collection(conditionCollection)
  const callbacks = settings.collection(callbackCollection)
  const byStream = { stream: ({ stream_id }: { readonly stream_id: string }) => [stream_id] }
  const conditionReplica = createReplica(settings, conditionCollection, byStream)
  const callbackReplica = createReplica(settings, callbackCollection, byStream)
  /** In the order of creation. */
  const lists = {
    allConditions: () => inOrderOfCreation(conditionReplica.list()),
    conditionsOf: (streamId: string) => inOrderOfCreation(conditionReplica.listBy('stream', streamId)),
    findCondition: conditionReplica.find,
    allCallbacks: callbackReplica.list,
    callbacksOf: (streamId: string) => callbackReplica.listBy('stream', streamId),
    findCallback: callbackReplica.find,
  }
  /** Catches up with the store. */
  async function fresh(): Promise<void> {
    await conditionReplica.fresh()
    await callbackReplica.fresh()
  }
  const alerting: StreamAlerting = {
    async read() {
      await fresh()
      return (streamId) => factsOf(lists.conditionsOf(streamId), lists.callbacksOf(streamId))
    },
    async cloning(caller, sourceId, cloneId) {
      await fresh()
      const clone = cloneFor(deps, caller, cloneId)
      return [
        ...lists.conditionsOf(sourceId).map((one) => conditions.inserting({ ...one, ...clone, id: deps.ids.uuid() })),
        ...lists.callbacksOf(sourceId).map((one) => callbacks.inserting({ ...one, ...clone, id: deps.ids.next() })),
      ]
    },
    async deleting(streamId) {
      await fresh()
      return [
        ...lists.conditionsOf(streamId).map(({ id }) => conditions.deleting(id)),
        ...lists.callbacksOf(streamId).map(({ id }) => callbacks.deleting(id)),
      ]
    },
  }
  return {
    conditions,
    callbacks,
    fresh,
    ...lists,
    ...alerting,
    [Symbol.dispose]() {
      conditionReplica[Symbol.dispose]()
      callbackReplica[Symbol.dispose]()
    },
  }
}

const cloneFor = ({ clock }: StreamConditionsDeps, caller: Caller, stream_id: string) => ({
  stream_id,
  creator_user_id: caller.username,
  created_at: clock.now().toISOString(),
})

const factsOf = (conditions: readonly StoredCondition[], callbacks: readonly StoredCallback[]): StreamAlertFacts => ({
  alert_conditions: conditions.map(conditionFacts),
  alert_receivers: receiversOf(callbacks.filter(({ type }) => type === EMAIL_ALARM_CALLBACK).map(configurationOf)),
})

export const conditionFacts = ({ stream_id: _, ...condition }: StoredCondition): StreamAlertCondition => ({
  ...condition,
  created_at: legacyInstant(Date.parse(condition.created_at)),
})
