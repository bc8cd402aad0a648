import { IconDatabaseSearch, IconStack3 } from '@tabler/icons-react'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import { useCreateButton } from '../../../ui/page/use-create-button.tsx'
import { LIST_OPTIONS, SEARCH_HELP } from '../list-options.ts'
import { useErrorStates } from '../live/use-error-states.ts'
import { LookupPage } from '../lookup-page.tsx'
import { adapterKind } from './adapter-kind.ts'
import { cacheKind } from './cache-kind.ts'
import { useDeletePart } from './part-actions.ts'
import type { Part, PartKind } from './part-kind.ts'
import { partsQuery } from './part-queries.ts'
import { usePartColumns } from './use-part-columns.tsx'

export const CachesScreen = () => <PartsScreen partKind={cacheKind} />
export const AdaptersScreen = () => <PartsScreen partKind={adapterKind} />

const NONE: readonly Part[] = []

function PartsScreen({ partKind }: { partKind: PartKind }) {
  const { kind, plural, operations, routes } = partKind
  const t = useText()
  const may = useMay()
  const parts = useEntityList(
    {
      query: (call, position) => partsQuery(call, partKind, position),
      failed: `lookup.toast.${plural}Failed`,
    },
    LIST_OPTIONS,
  )
  const rows = parts.result.data?.rows ?? NONE
  const names = rows.map(({ name }) => name)
  const errors = useErrorStates(kind === 'cache' ? { caches: names } : { adapters: names })
  const columns = usePartColumns(partKind, rows, errors)
  const remove = useDeletePart(partKind)
  const create = useCreateButton({
    label: `lookup.${plural}.create`,
    target: routes.create(),
    isAllowed: may(operations.create),
  })
  return (
    <LookupPage title={t(`lookup.${plural}`)} description={t(`lookup.${plural}.description`)} action={create}>
      <DataTable
        label={t(`lookup.${plural}.list`)}
        {...parts}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        hasHistory
        rowActions={(part) =>
          allowed(
            may(operations.update, { 'body id': part.id }) &&
              editAction(t('lookup.edit'), { to: routes.edit(part.name) }),
            may(operations.remove, { id: part.id }) && deleteAction(t('lookup.delete'), () => remove(part)),
          )
        }
        searchHelp={SEARCH_HELP}
        empty={{
          icon: kind === 'cache' ? <IconStack3 /> : <IconDatabaseSearch />,
          title: t(`lookup.${plural}.none`),
          text: t(`lookup.${plural}.none.text`),
          action: create,
        }}
      />
    </LookupPage>
  )
}
