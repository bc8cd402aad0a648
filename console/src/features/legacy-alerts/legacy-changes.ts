/** The changes of conditions and alarm callbacks, with their toasts. */
import {
  type AlarmCallback,
  type AlarmCallbackDraft,
  createAlarmCallback,
  deleteAlarmCallback,
  testAlarmCallback,
  updateAlarmCallback,
} from '@logyard/contract/legacy-alerts/alarm-callbacks'
import {
  type AlertCondition,
  type AlertConditionDraft,
  createAlertCondition,
  deleteAlertCondition,
  updateAlertCondition,
} from '@logyard/contract/legacy-alerts/alert-conditions'
import { useAction, useAskedAction } from '../../ui/action/use-action.ts'
import { LEGACY_CONDITION_KEY, LEGACY_KEY } from './legacy-queries.ts'

/** Streams show their conditions too. */
const CHANGED = [LEGACY_KEY, ['streams']] as const

/** Creates a condition of the stream, or replaces the given one; resolves with its id. */
export const useSaveCondition = (streamId: string, condition: AlertCondition | undefined) =>
  useAction({
    async run(call, body: AlertConditionDraft) {
      if (condition === undefined) {
        return (await call(createAlertCondition, { params: { id: streamId }, body })).alert_condition_id
      }
      await call(updateAlertCondition, { params: { id: streamId, cid: condition.id }, body })
      return condition.id
    },
    texts: 'legacyAlerts.toast.conditionSave',
    done: condition === undefined ? 'legacyAlerts.toast.conditionCreated' : 'legacyAlerts.toast.conditionUpdated',
    changes: [...CHANGED, LEGACY_CONDITION_KEY],
  })

export const useDeleteCondition = () =>
  useAskedAction({
    run: (call, { id, stream_id }: AlertCondition) =>
      call(deleteAlertCondition, { params: { id: stream_id, cid: id } }),
    texts: 'legacyAlerts.toast.conditionDelete',
    question: 'legacyAlerts.conditions.delete',
    confirmLabel: 'legacyAlerts.conditions.delete',
    changes: CHANGED,
  })

/** Creates an alarm callback of the stream, or replaces the given one. */
export const useSaveCallback = (streamId: string, callback: AlarmCallback | undefined) =>
  useAction({
    async run(call, body: AlarmCallbackDraft) {
      if (callback === undefined) await call(createAlarmCallback, { params: { id: streamId }, body })
      else await call(updateAlarmCallback, { params: { id: streamId, cbid: callback.id }, body })
    },
    texts: callback === undefined ? 'legacyAlerts.toast.callbackSave' : 'legacyAlerts.toast.callbackUpdate',
    changes: CHANGED,
  })

export const useDeleteCallback = () =>
  useAskedAction({
    run: (call, { id, stream_id }: AlarmCallback) => call(deleteAlarmCallback, { params: { id: stream_id, cbid: id } }),
    texts: 'legacyAlerts.toast.callbackDelete',
    question: 'legacyAlerts.callbacks.delete',
    confirmLabel: 'legacyAlerts.callbacks.delete',
    changes: CHANGED,
  })

export const useTestCallback = () =>
  useAction({
    run: (call, { id }: AlarmCallback) => call(testAlarmCallback, { params: { cbid: id } }),
    texts: 'legacyAlerts.toast.test',
    changes: [],
  })
