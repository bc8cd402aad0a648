import { updateLookupTable } from '@logyard/contract/lookup/lookup-tables'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { ForEditors } from '../for-editors.tsx'
import { TableForm } from './table-form.tsx'
import { useTableCrumbs, WithTable } from './table-page.tsx'

export function NewTableScreen() {
  const t = useText()
  return (
    <Page title={t('lookup.tables.create')} crumbs={useTableCrumbs()} width="reading">
      <TableForm />
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
            <TableForm key={table.id} table={table} />
          </ForEditors>
        </Page>
      )}
    </WithTable>
  )
}
