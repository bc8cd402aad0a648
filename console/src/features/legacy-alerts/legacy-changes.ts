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
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { LEGACY_CONDITION_KEY, LEGACY_KEY } from './legacy-queries.ts'

/** Streams show their conditions too. */
const CHANGED = [LEGACY_KEY, ['streams']] as const

/** Creates a condition of the stream, or replaces the given one; resolves with its id. */
export function useSaveCondition(streamId: string, condition: AlertCondition | undefined) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: async (body: AlertConditionDraft) => {
      if (condition === undefined) {
        return (await call(createAlertCondition, { params: { id: streamId }, body })).alert_condition_id
      }
      await call(updateAlertCondition, { params: { id: streamId, cid: condition.id }, body })
      return condition.id
    },
    succeeded: () => t(`legacyAlerts.toast.condition${condition === undefined ? 'Created' : 'Updated'}`),
    failed: (_, status) => ({
      title: t('legacyAlerts.toast.conditionSaveFailed.title'),
      text: t('legacyAlerts.toast.conditionSaveFailed', { status }),
    }),
    changes: [...CHANGED, LEGACY_CONDITION_KEY],
  })
}

export function useDeleteCondition() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id, stream_id }: AlertCondition) => call(deleteAlertCondition, { params: { id: stream_id, cid: id } }),
    succeeded: () => t('legacyAlerts.toast.conditionDeleted'),
    failed: (_, status) => ({
      title: t('legacyAlerts.toast.conditionDeleteFailed.title'),
      text: t('legacyAlerts.toast.conditionDeleteFailed', { status }),
    }),
    changes: CHANGED,
  })
}

/** Creates an alarm callback of the stream, or replaces the given one. */
export function useSaveCallback(streamId: string, callback: AlarmCallback | undefined) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: async (body: AlarmCallbackDraft) => {
      if (callback === undefined) await call(createAlarmCallback, { params: { id: streamId }, body })
      else await call(updateAlarmCallback, { params: { id: streamId, cbid: callback.id }, body })
    },
    succeeded: () => t(`legacyAlerts.toast.callback${callback === undefined ? 'Saved' : 'Updated'}`),
    failed: (_, status) => ({
      title: t(`legacyAlerts.toast.callback${callback === undefined ? 'Save' : 'Update'}Failed.title`),
      text: t('legacyAlerts.toast.callbackSaveFailed', { status }),
    }),
    changes: CHANGED,
  })
}

export function useDeleteCallback() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id, stream_id }: AlarmCallback) => call(deleteAlarmCallback, { params: { id: stream_id, cbid: id } }),
    succeeded: () => t('legacyAlerts.toast.callbackDeleted'),
    failed: (_, status) => ({
      title: t('legacyAlerts.toast.callbackDeleteFailed.title'),
      text: t('legacyAlerts.toast.callbackDeleteFailed', { status }),
    }),
    changes: CHANGED,
  })
}

export function useTestCallback() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: AlarmCallback) => call(testAlarmCallback, { params: { cbid: id } }),
    succeeded: () => t('legacyAlerts.toast.tested'),
    failed: (_, status) => ({
      title: t('legacyAlerts.toast.testFailed.title'),
      text: t('legacyAlerts.toast.testFailed', { status }),
    }),
    changes: [],
  })
}
