import { createLookupTable, deleteLookupTable, updateLookupTable } from '@logyard/contract/lookup/lookup-tables'
import { IconBook2, IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCommand } from '../../../base/page/commands.tsx'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { LIST_OPTIONS, SEARCH_HELP } from '../list-options.ts'
import { useErrorStates } from '../live/use-error-states.ts'
import { LookupPage } from '../lookup-page.tsx'
import { type TableRow, tablesQuery } from '../lookup-queries.ts'
import { useDeleteTable } from './table-actions.ts'
import { useTableColumns } from './use-table-columns.tsx'

const NONE: readonly TableRow[] = []

export function TablesScreen() {
  const t = useText()
  const may = useMay()
  const go = useGo()
  const list = useListState(LIST_OPTIONS)
  const tables = useQuery(tablesQuery(useCall(), list))
  useFailureToast(tables.error, 'lookup.toast.tablesFailed')
  const rows = tables.data?.rows ?? NONE
  const errors = useErrorStates({
    tables: rows.map(({ name }) => name),
    caches: namesOf(rows.map(({ cache }) => cache)),
    adapters: namesOf(rows.map(({ adapter }) => adapter)),
  })
  const columns = useTableColumns(errors)
  const rowActions = useRowActions()
  const canCreate = may(createLookupTable)
  useCommand('lookup.tables.create', t('lookup.tables.create'), () => go(routes.lookup.tableNew()), canCreate)
  const create = canCreate && (
    <LinkButton to={routes.lookup.tableNew()} leftSection={<IconPlus size={16} />}>
      {t('lookup.tables.create')}
    </LinkButton>
  )
  return (
    <LookupPage title={t('lookup.tables')} description={t('lookup.tables.description')} action={create}>
      <DataTable
        label={t('lookup.tables.list')}
        list={list}
        result={tables}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        rowActions={rowActions}
        searchHelp={SEARCH_HELP}
        empty={{
          icon: <IconBook2 />,
          title: t('lookup.tables.none'),
          text: t('lookup.tables.none.text'),
          action: create,
        }}
      />
    </LookupPage>
  )
}

/** Tables may share a cache or a data adapter. */
const namesOf = (parts: readonly ({ readonly name: string } | undefined)[]): readonly string[] => [
  ...new Set(parts.flatMap((part) => part?.name ?? [])),
]

function useRowActions(): (table: TableRow) => readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const confirm = useConfirm()
  const remove = useDeleteTable()
  const askAndRemove = async (table: TableRow) => {
    const isSure = await confirm({
      title: t('lookup.tables.delete.title'),
      text: t('lookup.tables.delete.text', { title: table.title, name: table.name }),
      confirmLabel: t('lookup.tables.delete.confirm'),
      isDangerous: true,
    })
    if (isSure) remove.mutate(table)
  }
  return (table) => [
    ...(may(updateLookupTable, { 'body id': table.id })
      ? [
          {
            label: t('lookup.edit'),
            icon: <IconEdit size={15} />,
            to: routes.lookup.tableEdit(table.name),
            isQuick: true,
          },
        ]
      : []),
    ...(may(deleteLookupTable, { id: table.id })
      ? [
          {
            label: t('lookup.delete'),
            icon: <IconTrash size={15} />,
            isDangerous: true,
            onClick: () => askAndRemove(table),
          },
        ]
      : []),
  ]
}
