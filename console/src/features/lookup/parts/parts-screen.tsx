import { IconDatabaseSearch, IconEdit, IconPlus, IconStack3, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCommand } from '../../../base/page/commands.tsx'
import { useGo } from '../../../base/routes/location.ts'
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
  const go = useGo()
  const list = useListState(LIST_OPTIONS)
  const parts = useQuery(partsQuery(useCall(), partKind, list))
  useFailureToast(
    parts.error,
    (status) => t(`lookup.toast.${plural}Failed`, { status }),
    t(`lookup.toast.${plural}Failed.title`),
  )
  const rows = parts.data?.rows ?? NONE
  const names = rows.map(({ name }) => name)
  const errors = useErrorStates(kind === 'cache' ? { caches: names } : { adapters: names })
  const columns = usePartColumns(partKind, rows, errors)
  const rowActions = useRowActions(partKind)
  const canCreate = may(operations.create)
  useCommand(`lookup.${plural}.create`, t(`lookup.${plural}.create`), () => go(routes.create()), canCreate)
  const create = canCreate && (
    <LinkButton to={routes.create()} leftSection={<IconPlus size={16} />}>
      {t(`lookup.${plural}.create`)}
    </LinkButton>
  )
  return (
    <LookupPage title={t(`lookup.${plural}`)} description={t(`lookup.${plural}.description`)} action={create}>
      <DataTable
        label={t(`lookup.${plural}.list`)}
        list={list}
        result={parts}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        rowActions={rowActions}
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

function useRowActions(partKind: PartKind): (part: Part) => readonly RowAction[] {
  const { plural, operations, routes } = partKind
  const t = useText()
  const may = useMay()
  const confirm = useConfirm()
  const remove = useDeletePart(partKind)
  const askAndRemove = async (part: Part) => {
    const isSure = await confirm({
      title: t(`lookup.${plural}.delete.title`),
      text: t(`lookup.${plural}.delete.text`, { title: part.title }),
      confirmLabel: t(`lookup.${plural}.delete.confirm`),
      isDangerous: true,
    })
    if (isSure) remove.mutate(part)
  }
  return (part) => [
    ...(may(operations.update, { 'body id': part.id })
      ? [{ label: t('lookup.edit'), icon: <IconEdit size={15} />, to: routes.edit(part.name), isQuick: true }]
      : []),
    ...(may(operations.remove, { id: part.id })
      ? [
          {
            label: t('lookup.delete'),
            icon: <IconTrash size={15} />,
            isDangerous: true,
            onClick: () => askAndRemove(part),
          },
        ]
      : []),
  ]
}
