import {
  createQuietTime,
  deleteQuietTime,
  type QuietTime,
  type QuietTimeDraft,
  updateQuietTime,
} from '@logyard/contract/alerts/quiet-times'
import { ALERTS_KEY } from '../../../alerting/alerting-keys.ts'
import { useAction, useAskedAction } from '../../../ui/action/use-action.ts'
import { QUIET_TIMES_KEY } from './quiet-queries.ts'

/** Alerts say whether they are quiet. */
const CHANGES = [QUIET_TIMES_KEY, ALERTS_KEY] as const

/** Creates the quiet time, or changes the one with the id. */
export const useSaveQuietTime = (id: string | undefined) =>
  useAction({
    run: (call, body: QuietTimeDraft) =>
      id === undefined ? call(createQuietTime, { body }) : call(updateQuietTime, { params: { quietTimeId: id }, body }),
    texts: 'alerts.quietTimes.save',
    done: id === undefined ? 'alerts.quietTimes.created' : 'alerts.quietTimes.updated',
    changes: CHANGES,
  })

export const useDeleteQuietTime = () =>
  useAskedAction({
    run: (call, { id }: QuietTime) => call(deleteQuietTime, { params: { quietTimeId: id } }),
    texts: 'alerts.quietTimes.delete',
    question: 'alerts.quietTimes.delete',
    confirmLabel: 'alerts.quietTimes.delete',
    changes: CHANGES,
  })
