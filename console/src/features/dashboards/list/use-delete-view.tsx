import { deleteView, type View } from '@logyard/contract/views/views'
import { useCall } from '../../../base/services/services.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useReportedMutation } from '../../../base/toasts/use-reported-mutation.ts'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { VIEWS_KEY } from '../view-queries.ts'

/** Confirms, deletes and reports the result. */
export function useDeleteView(onDeleted: () => void): (view: View) => Promise<void> {
  const call = useCall()
  const t = useText()
  const rich = useRichText()
  const confirm = useConfirm()
  const remove = useReportedMutation({
    run: (view: View) => call(deleteView, { params: { id: view.id } }),
    succeeded: ({ title }) => ({ title: t('ui.toast.done'), text: t('dashboards.toast.deleted', { title }) }),
    failed: ({ title }, status) => ({
      text: t('dashboards.toast.deleteFailed', { title, status }),
      title: t('dashboards.toast.deleteFailed.title'),
    }),
    changes: [VIEWS_KEY],
  })
  return async (view) => {
    const isSure = await confirm({
      title: t('dashboards.delete.title'),
      text: rich('dashboards.delete.text', { title: <span translate="no">{view.title}</span> }),
      confirmLabel: t('dashboards.delete'),
      isDangerous: true,
    })
    if (isSure) remove.mutate(view, { onSuccess: onDeleted })
  }
}
