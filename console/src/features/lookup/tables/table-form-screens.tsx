import { updateLookupTable } from '@logyard/contract/lookup/lookup-tables'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { ForEditors } from '../../../ui/page/for-editors.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { TabViews } from '../../../ui/tabs/tab-views.tsx'
import { useViewInUrl } from '../../../ui/tabs/use-view-in-url.ts'
import { TableForm } from './table-form.tsx'
import { TableOfFileForm } from './table-of-file-form.tsx'
import { WithTable } from './table-page.tsx'

export function NewTableScreen() {
  const t = useText()
  return (
    <Page title={t('lookup.tables.create')} width="reading">
      <TabViews
        {...useViewInUrl('from', ['file', 'adapter'], { replace: true })}
        mb="md"
        views={[
          { id: 'file', label: t('lookup.tables.fromFile'), content: <TableOfFileForm /> },
          { id: 'adapter', label: t('lookup.tables.fromAdapter'), content: <TableForm /> },
        ]}
      />
    </Page>
  )
}

export function EditTableScreen() {
  const t = useText()
  const may = useMay()
  const { id } = useRouteParams(routes.lookup.tableEdit)
  return (
    <WithTable name={id}>
      {(table) => (
        <Page title={t('lookup.tables.edit')} subject={table.title} width="reading">
          <ForEditors isAllowed={may(updateLookupTable, { 'body id': table.id })} otherwise="lookup.notEditable">
            <TableForm key={table.id} table={table} />
          </ForEditors>
        </Page>
      )}
    </WithTable>
  )
}
