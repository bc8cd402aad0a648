import { listFailures } from '@logyard/contract/ingest/failures'
import { createIndexSet, deleteIndexSet, getIndexSet, updateIndexSet } from '@logyard/contract/store/index-sets'
import { Group } from '@mantine/core'
import { IconAlertTriangle, IconDatabase, IconEdit, IconPlus, IconStar, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCommand } from '../../../base/page/commands.tsx'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { Page } from '../../../ui/page/page.tsx'
import { useBytes } from '../../../ui/use-bytes.ts'
import { useSetDefault } from '../index-set-actions.ts'
import { type IndexSetRow, indexSetsQuery, totalStatsQuery } from '../index-set-queries.ts'
import { DeleteIndexSetDialog } from './delete-index-set-dialog.tsx'
import { useIndexSetColumns } from './use-index-set-columns.tsx'

const PAGE_SIZES = [10]

/** All index sets with their sizes, and their rotation and retention strategies. */
export function IndicesScreen() {
  const t = useText()
  const may = useMay()
  const go = useGo()
  const list = useListState({ pageSizes: PAGE_SIZES })
  const indexSets = useQuery(indexSetsQuery(useCall(), list))
  const [deleted, setDeleted] = useState<IndexSetRow>()
  const [isDeleteOpen, setIsDeleteOpen] = useState(false)
  const rowActions = useRowActions((set) => {
    setDeleted(set)
    setIsDeleteOpen(true)
  })
  const columns = useIndexSetColumns()
  const canCreate = may(createIndexSet)
  useFailureToast(
    indexSets.error,
    (status) => t('indexSets.toast.loadFailed', { status }),
    t('indexSets.toast.loadFailed.title'),
  )
  useCommand('indexSets.create', t('indexSets.create'), () => go(routes.indices.setNew()), canCreate)
  const create = canCreate && (
    <LinkButton to={routes.indices.setNew()} leftSection={<IconPlus size={16} />}>
      {t('indexSets.create')}
    </LinkButton>
  )
  return (
    <Page
      title={t('indexSets.page')}
      description={<Totals />}
      crumbs={[{ label: t('shell.system') }]}
      action={
        <Group gap="sm">
          {may(listFailures) && (
            <LinkButton variant="default" to={routes.indices.failures()} leftSection={<IconAlertTriangle size={16} />}>
              {t('indexSets.failures')}
            </LinkButton>
          )}
          {create}
        </Group>
      }
    >
      <DataTable
        label={t('indexSets.list')}
        list={list}
        result={indexSets}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        rowActions={rowActions}
        empty={{
          icon: <IconDatabase />,
          title: t('indexSets.none'),
          text: t('indexSets.none.text'),
          action: create,
        }}
      />
      {deleted !== undefined && (
        <DeleteIndexSetDialog
          indexSet={deleted}
          isOpen={isDeleteOpen}
          onClose={() => setIsDeleteOpen(false)}
          onDeleted={() => list.goTo(1)}
        />
      )}
    </Page>
  )
}

function Totals() {
  const t = useText()
  const bytes = useBytes()
  const canSeeAll = useMay()(getIndexSet)
  const total = useQuery({ ...totalStatsQuery(useCall()), enabled: canSeeAll })
  useFailureToast(
    total.error,
    (status) => t('indexSets.toast.totalFailed', { status }),
    t('indexSets.toast.totalFailed.title'),
  )
  return (
    <>
      {t('indexSets.page.description')}{' '}
      {total.data !== undefined &&
        t('indexSets.total', {
          indices: total.data.indices,
          documents: total.data.documents,
          size: bytes(total.data.size),
        })}
    </>
  )
}

function useRowActions(onDelete: (set: IndexSetRow) => void): (set: IndexSetRow) => readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const setDefault = useSetDefault()
  return (set) => [
    ...(may(updateIndexSet, { id: set.id })
      ? [
          {
            label: t('indexSets.edit'),
            icon: <IconEdit size={15} />,
            to: routes.indices.setConfiguration(set.id),
            isQuick: true,
          },
          {
            label: t('indexSets.setDefault'),
            icon: <IconStar size={15} />,
            disabledBecause: set.default
              ? t('indexSets.setDefault.already')
              : set.writable
                ? undefined
                : t('indexSets.setDefault.notWritable'),
            onClick: () => setDefault.mutate(set),
          },
        ]
      : []),
    ...(may(deleteIndexSet, { id: set.id })
      ? [
          {
            label: t('indexSets.delete'),
            icon: <IconTrash size={15} />,
            isDangerous: true,
            onClick: () => onDelete(set),
          },
        ]
      : []),
  ]
}
