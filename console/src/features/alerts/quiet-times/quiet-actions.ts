import {
  createQuietTime,
  deleteQuietTime,
  type QuietTime,
  type QuietTimeDraft,
  updateQuietTime,
} from '@logyard/contract/alerts/quiet-times'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useReportedMutation } from '../../../base/toasts/use-reported-mutation.ts'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { ALERTS_KEY } from '../alert-keys.ts'
import { QUIET_TIMES_KEY } from './quiet-queries.ts'

/** Alerts say whether they are quiet. */
const CHANGES = [QUIET_TIMES_KEY, ALERTS_KEY] as const

/** Creates the quiet time, or changes the one with the id. */
export function useSaveQuietTime(id: string | undefined) {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: (body: QuietTimeDraft) =>
      id === undefined ? call(createQuietTime, { body }) : call(updateQuietTime, { params: { quietTimeId: id }, body }),
    succeeded: ({ title }) =>
      t(id === undefined ? 'alerts.quietTimes.created' : 'alerts.quietTimes.updated', { title }),
    failed: (_, status) => ({
      text: t('alerts.quietTimes.saveFailed', { status }),
      title: t('alerts.quietTimes.saveFailed.title'),
    }),
    changes: CHANGES,
  })
}

export function useDeleteQuietTime() {
  const t = useText()
  const call = useCall()
  const confirm = useConfirm()
  const { mutate } = useReportedMutation({
    run: ({ id }: QuietTime) => call(deleteQuietTime, { params: { quietTimeId: id } }),
    succeeded: ({ title }) => t('alerts.quietTimes.deleted', { title }),
    failed: (_, status) => ({
      text: t('alerts.quietTimes.deleteFailed', { status }),
      title: t('alerts.quietTimes.deleteFailed.title'),
    }),
    changes: CHANGES,
  })
  return async (time: QuietTime) => {
    const agreed = await confirm({
      title: t('alerts.quietTimes.delete.title'),
      text: t('alerts.quietTimes.delete.text', { title: time.title }),
      confirmLabel: t('alerts.quietTimes.delete'),
      isDangerous: true,
    })
    if (agreed) mutate(time)
  }
}
