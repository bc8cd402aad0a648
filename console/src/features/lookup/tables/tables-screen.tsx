import { createLookupTable, deleteLookupTable, updateLookupTable } from '@logyard/contract/lookup/lookup-tables'
import { IconBook2 } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import { useCreateButton } from '../../../ui/page/use-create-button.tsx'
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
  const tables = useEntityList({ query: tablesQuery, failed: 'lookup.toast.tablesFailed' }, LIST_OPTIONS)
  const rows = tables.result.data?.rows ?? NONE
  const errors = useErrorStates({
    tables: rows.map(({ name }) => name),
    caches: namesOf(rows.map(({ cache }) => cache)),
    adapters: namesOf(rows.map(({ adapter }) => adapter)),
  })
  const columns = useTableColumns(errors)
  const remove = useDeleteTable()
  const create = useCreateButton({
    label: 'lookup.tables.create',
    target: routes.lookup.tableNew(),
    isAllowed: may(createLookupTable),
  })
  return (
    <LookupPage title={t('lookup.tables')} description={t('lookup.tables.description')} action={create}>
      <DataTable
        label={t('lookup.tables.list')}
        {...tables}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        hasHistory
        rowActions={(table) =>
          allowed(
            may(updateLookupTable, { 'body id': table.id }) &&
              editAction(t('lookup.edit'), { to: routes.lookup.tableEdit(table.name) }),
            may(deleteLookupTable, { id: table.id }) && deleteAction(t('lookup.delete'), () => remove(table)),
          )
        }
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
