import { updateLookupTable } from '@logyard/contract/lookup/lookup-tables'
import { useState } from 'react'
import { useGo, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { ForEditors } from '../for-editors.tsx'
import type { TableRow } from '../lookup-queries.ts'
import { useCreateTable, useUpdateTable } from './table-actions.ts'
import { TableForm } from './table-form.tsx'
import { NEW_TABLE, tableValues } from './table-values.ts'
import { useTableCrumbs } from './use-table-crumbs.ts'
import { WithTable } from './with-table.tsx'

export function NewTableScreen() {
  const t = useText()
  const go = useGo()
  const create = useCreateTable()
  return (
    <Page title={t('lookup.tables.create')} crumbs={useTableCrumbs()} width="reading">
      <TableForm
        table={undefined}
        initial={NEW_TABLE}
        isSaving={create.isPending}
        error={create.error}
        onSave={(draft) => create.mutate(draft, { onSuccess: () => go(routes.lookup.tables(), { isSaved: true }) })}
      />
    </Page>
  )
}

export function EditTableScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.lookup.tableEdit)
  const crumbs = useTableCrumbs()
  return (
    <WithTable name={id}>
      {(table) => (
        <Page title={t('lookup.tables.edit')} subject={table.title} crumbs={crumbs} width="reading">
          <ForEditors id={table.id} update={updateLookupTable}>
            <EditTable key={table.id} table={table} />
          </ForEditors>
        </Page>
      )}
    </WithTable>
  )
}

function EditTable({ table }: { table: TableRow }) {
  const go = useGo()
  const [shown] = useState(table)
  const update = useUpdateTable(shown.id)
  return (
    <TableForm
      table={shown}
      initial={tableValues(shown)}
      isSaving={update.isPending}
      error={update.error}
      onSave={(draft) => update.mutate(draft, { onSuccess: () => go(routes.lookup.tables(), { isSaved: true }) })}
    />
  )
}
