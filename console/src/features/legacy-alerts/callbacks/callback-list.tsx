import { type AlarmCallback, updateAlarmCallback } from '@logyard/contract/legacy-alerts/alarm-callbacks'
import { Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { useInnerListState } from '../../../ui/data-table/list-state.ts'
import { textColumn } from '../../../ui/data-table/ready-columns.tsx'
import { rowsInMemory } from '../../../ui/data-table/rows-in-memory.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import { useDeleteCallback, useTestCallback } from '../legacy-changes.ts'
import { callbacksQuery, callbackTypesQuery } from '../legacy-queries.ts'
import { useStreamTitles } from '../use-stream-titles.ts'
import { CallbackDialog, type CallbackSubject } from './callback-form.tsx'

const LIST_OPTIONS = { pageSizes: [10, 25, 50] } as const
const titleOf = ({ title }: AlarmCallback) => title
const IN_MEMORY = { text: (row: AlarmCallback) => titleOf(row) ?? '', sort: { title: titleOf } }

interface CallbackListProps {
  /** Absent for those of all streams. */
  readonly streamId?: string
  readonly emptyAction?: ReactNode
}

export function CallbackList({ streamId, emptyAction }: CallbackListProps) {
  const t = useText()
  const list = useInnerListState(LIST_OPTIONS)
  const callbacks = useQuery({
    ...callbacksQuery(useCall()),
    select: (all) => all.filter((callback) => streamId === undefined || callback.stream_id === streamId),
  })
  useFailureToast(callbacks.error, 'legacyAlerts.toast.callbacksFailed')
  const { open, ...dialog } = useFormDialog<CallbackSubject>()
  return (
    <>
      <DataTable
        label={t('legacyAlerts.callbacks.list')}
        list={list}
        result={rowsInMemory(callbacks, list, IN_MEMORY)}
        searchHelp="words"
        columns={useCallbackColumns()}
        rowId={({ id }) => id}
        rowName={({ title }) => title ?? t('legacyAlerts.untitled')}
        rowActions={useCallbackActions(open)}
        empty={{ icon: <IconSend />, title: t('legacyAlerts.callbacks.none'), action: emptyAction }}
      />
      <CallbackDialog {...dialog} />
    </>
  )
}

function useCallbackColumns(): readonly Column<AlarmCallback>[] {
  const t = useText()
  const types = useQuery(callbackTypesQuery(useCall())).data ?? {}
  const streamTitle = useStreamTitles()
  return [
    {
      id: 'title',
      header: t('legacyAlerts.column.title'),
      sortKey: 'title',
      isTitle: true,
      cell: ({ title }) => <span translate="no">{title ?? t('legacyAlerts.untitled')}</span>,
    },
    {
      id: 'stream',
      header: t('legacyAlerts.column.stream'),
      cell: ({ stream_id: id }) => <span translate="no">{streamTitle(id)}</span>,
    },
    textColumn({ id: 'type', header: t('legacyAlerts.column.type'), text: ({ type }) => types[type]?.name ?? type }),
    {
      id: 'configuration',
      header: t('legacyAlerts.column.configuration'),
      isWide: true,
      cell: ({ configuration }) => (
        <Text span inherit c="dimmed" translate="no">
          {configurationText(configuration)}
        </Text>
      ),
    },
  ]
}

const configurationText = (configuration: Readonly<Record<string, unknown>>): string =>
  Object.entries(configuration)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('  ')

function useCallbackActions(onEdit: (subject: CallbackSubject) => void) {
  const t = useText()
  const may = useMay()
  const test = useTestCallback()
  const remove = useDeleteCallback()
  const types = useQuery(callbackTypesQuery(useCall())).data ?? {}
  return (callback: AlarmCallback) => {
    const { stream_id: streamId, type: typeName } = callback
    if (!may(updateAlarmCallback, { id: streamId })) return []
    const type = types[typeName]
    return allowed(
      type !== undefined &&
        editAction(t('legacyAlerts.edit'), { onClick: () => onEdit({ streamId, typeName, type, callback }) }),
      { label: t('legacyAlerts.test'), icon: <IconSend size={15} />, onClick: () => test.mutate(callback) },
      deleteAction(t('legacyAlerts.delete'), () => remove(callback)),
    )
  }
}
