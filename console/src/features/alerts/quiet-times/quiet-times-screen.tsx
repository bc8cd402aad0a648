import type { QuietTime } from '@logyard/contract/alerts/quiet-times'
import { updateEventDefinition } from '@logyard/contract/events/event-definitions'
import { IconMoon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AlertsPage } from '../../../alerting/alerts-page.tsx'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { rowsInMemory } from '../../../ui/data-table/rows-in-memory.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import { useCreateButton } from '../../../ui/page/use-create-button.tsx'
import { definitionsQuery } from '../events/event-queries.ts'
import { useDeleteQuietTime } from './quiet-actions.ts'
import { QuietDialog } from './quiet-dialog.tsx'
import { quietTimesQuery } from './quiet-queries.ts'
import { useQuietColumns } from './use-quiet-columns.tsx'

const IN_MEMORY = {
  text: ({ title, tags }: QuietTime) => [title, ...tags].join('\n'),
  sort: {
    title: ({ title }: QuietTime) => title,
    held_back_notifications: ({ held_back_notifications: count }: QuietTime) => count,
  },
}

/** The times in which notifications of definitions are held back. */
export function QuietTimesScreen() {
  const t = useText()
  const call = useCall()
  const may = useMay()
  const list = useListState()
  const times = useQuery(quietTimesQuery(call))
  const { data: found } = useQuery(definitionsQuery(call))
  const definitions = found?.event_definitions ?? []
  const dialog = useFormDialog<QuietTime | undefined>()
  const remove = useDeleteQuietTime()
  const columns = useQuietColumns(new Map(definitions.map(({ id, title }) => [id, title])))
  useFailureToast(times.error, 'alerts.quietTimes.loadFailed')

  const mayEdit = ({ event_definitions, tags }: QuietTime) =>
    event_definitions.length === 0 || tags.length > 0
      ? may(updateEventDefinition)
      : event_definitions.every((id) => may(updateEventDefinition, { id }))
  const mayCreate = may(updateEventDefinition) || definitions.some(({ id }) => may(updateEventDefinition, { id }))
  const rowActions = (time: QuietTime) =>
    allowed(
      mayEdit(time) && editAction(t('alerts.quietTimes.edit'), { onClick: () => dialog.open(time) }),
      mayEdit(time) && deleteAction(t('alerts.quietTimes.delete'), () => remove(time)),
    )
  const create = useCreateButton({
    label: 'alerts.quietTimes.new',
    target: () => dialog.open(undefined),
    isAllowed: mayCreate,
  })
  return (
    <AlertsPage title={t('alerts.quietTimes')} description={t('alerts.quietTimes.description')} action={create}>
      <DataTable
        label={t('alerts.quietTimes')}
        list={list}
        // A silent update must not dim the table.
        result={rowsInMemory({ ...times, isFetching: times.isPending }, list, IN_MEMORY)}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        hasHistory
        rowActions={rowActions}
        searchHelp="words"
        empty={{ icon: <IconMoon />, title: t('alerts.quietTimes.none'), text: t('alerts.quietTimes.none.text') }}
      />
      <QuietDialog dialog={dialog} definitions={definitions} />
    </AlertsPage>
  )
}
