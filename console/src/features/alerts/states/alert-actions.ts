/** Changes of alerts, with their toasts. */
import { type AlertBulkRequest, changeAlerts, commentAlert } from '@logyard/contract/alerts/alerts'
import { ALERTS_KEY } from '../../../alerting/alerting-keys.ts'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { useAction } from '../../../ui/action/use-action.ts'

export interface AlertActions {
  /** Resolves to true if all alerts are changed. */
  readonly change: (request: AlertBulkRequest) => Promise<boolean>
  readonly isChanging: boolean
}

export function useAlertActions(): AlertActions {
  const t = useText()
  const notify = useNotify()
  const { mutateAsync, isPending } = useAction({
    run: (call, body: AlertBulkRequest) => call(changeAlerts, { body }),
    texts: 'alerts.change',
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

export const useCommentAlert = () =>
  useAction({
    run: (call, { id, text }: { id: string; text: string }) =>
      call(commentAlert, { params: { alertId: id }, body: { text } }),
    texts: 'alerts.comment',
    changes: [ALERTS_KEY],
  })
