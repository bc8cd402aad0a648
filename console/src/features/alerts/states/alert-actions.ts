/** Changes of alerts, with their toasts. */
import { type AlertBulkRequest, changeAlerts, commentAlert } from '@logyard/contract/alerts/alerts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { useReportedMutation } from '../../../base/toasts/use-reported-mutation.ts'
import { ALERTS_KEY } from '../alert-keys.ts'

export interface AlertActions {
  /** Resolves to true if all alerts are changed. */
  readonly change: (request: AlertBulkRequest) => Promise<boolean>
  readonly isChanging: boolean
}

export function useAlertActions(): AlertActions {
  const t = useText()
  const call = useCall()
  const notify = useNotify()
  const { mutateAsync, isPending } = useReportedMutation({
    run: (body: AlertBulkRequest) => call(changeAlerts, { body }),
    failed: (_, status) => ({ text: t('alerts.change.failed', { status }), title: t('alerts.change.failed.title') }),
    changes: [ALERTS_KEY],
  })
  async function change(request: AlertBulkRequest): Promise<boolean> {
    try {
      const { alerts, failures } = await mutateAsync(request)
      const [failure] = failures
      if (alerts.length > 0) notify.success(t(`alerts.did.${request.action}`, { count: alerts.length }))
      if (failure !== undefined) notify.error(failure.message, t('alerts.change.failed.title'))
      return failure === undefined
    } catch {
      // The toast of the mutation tells it.
      return false
    }
  }
  return { change, isChanging: isPending }
}

export function useCommentAlert() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: ({ id, text }: { id: string; text: string }) =>
      call(commentAlert, { params: { alertId: id }, body: { text } }),
    failed: (_, status) => ({ text: t('alerts.comment.failed', { status }), title: t('alerts.comment.failed.title') }),
    changes: [ALERTS_KEY],
  })
}
