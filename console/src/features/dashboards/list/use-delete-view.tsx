import { deleteView, type View } from '@logyard/contract/views/views'
import { useRichText } from '../../../base/text/text.tsx'
import { useAskedAction } from '../../../ui/action/use-action.ts'
import { VIEWS_KEY } from '../../../view-document/saved/view-queries.ts'

export function useDeleteView() {
  const rich = useRichText()
  return useAskedAction({
    run: (call, { id }: View) => call(deleteView, { params: { id } }),
    texts: 'dashboards.toast.delete',
    question: 'dashboards.delete',
    questionText: ({ title }) => rich('dashboards.delete.text', { title: <span translate="no">{title}</span> }),
    confirmLabel: 'dashboards.delete',
    values: ({ title }) => ({ title }),
    changes: [VIEWS_KEY],
  })
}
