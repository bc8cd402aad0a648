import { listFailures } from '@logyard/contract/ingest/failures'
import { createIndexSet, deleteIndexSet, getIndexSet, updateIndexSet } from '@logyard/contract/store/index-sets'
import { Badge, Group } from '@mantine/core'
import { IconAlertTriangle, IconDatabase, IconStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { countColumn, sizeColumn, textColumn, titleColumn } from '../../../ui/data-table/ready-columns.tsx'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { Page } from '../../../ui/page/page.tsx'
import { useCreateButton } from '../../../ui/page/use-create-button.tsx'
import { useBytes } from '../../../ui/use-bytes.ts'
import { useSetDefault } from '../index-set-actions.ts'
import { type IndexSetRow, indexSetsQuery, totalStatsQuery } from '../index-set-queries.ts'
import { LifecycleSummary } from '../strategies/strategy-summary.tsx'
import { DeleteIndexSetDialog } from './delete-index-set-dialog.tsx'

const PAGE_SIZES = [10]

/** All index sets with their sizes, and their rotation and retention strategies. */
export function IndicesScreen() {
  const t = useText()
  const may = useMay()
  const indexSets = useEntityList(
    { query: indexSetsQuery, failed: 'indexSets.toast.loadFailed' },
    { pageSizes: PAGE_SIZES },
  )
  const deletion = useFormDialog<IndexSetRow>()
  const create = useCreateButton({
    label: 'indexSets.new',
    target: routes.indices.setNew(),
    isAllowed: may(createIndexSet),
  })
  return (
    <Page
      title={t('indexSets.page')}
      description={<Totals />}
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
        {...indexSets}
        columns={useIndexSetColumns()}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        hasHistory
        rowActions={useRowActions(deletion.open)}
        empty={{ icon: <IconDatabase />, title: t('indexSets.none'), text: t('indexSets.none.text'), action: create }}
      />
      <DeleteIndexSetDialog {...deletion} onDeleted={() => indexSets.list.goTo(1)} />
    </Page>
  )
}

function Totals() {
  const t = useText()
  const bytes = useBytes()
  const canSeeAll = useMay()(getIndexSet)
  const total = useQuery({ ...totalStatsQuery(useCall()), enabled: canSeeAll })
  useFailureToast(total.error, 'indexSets.toast.totalFailed')
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
  return (set) => {
    const canEdit = may(updateIndexSet, { id: set.id })
    const toDefault: RowAction = {
      label: t('indexSets.setDefault'),
      icon: <IconStar size={15} />,
      disabledBecause: set.default
        ? t('indexSets.setDefault.already')
        : set.writable
          ? undefined
          : t('indexSets.setDefault.notWritable'),
      onClick: () => setDefault.mutate(set),
    }
    return allowed(
      canEdit && editAction(t('indexSets.edit'), { to: routes.indices.setConfiguration(set.id) }),
      canEdit && toDefault,
      may(deleteIndexSet, { id: set.id }) && deleteAction(t('indexSets.delete'), () => onDelete(set)),
    )
  }
}

function useIndexSetColumns(): readonly Column<IndexSetRow>[] {
  const t = useText()
  return [
    titleColumn({
      id: 'title',
      header: t('indexSets.one'),
      name: ({ title }) => title,
      to: ({ id }) => routes.indices.set(id),
      badges: (set) => <Badges set={set} />,
      description: ({ description }) => description,
    }),
    textColumn({
      id: 'prefix',
      header: t('indexSets.prefix'),
      text: ({ index_prefix: prefix }) => prefix,
      isMono: true,
    }),
    { id: 'kept', header: t('indexSets.kept'), cell: (set) => <LifecycleSummary indexSet={set} /> },
    countColumn({ id: 'indices', header: t('indexSets.indices'), count: ({ stats }) => stats?.indices }),
    countColumn({ id: 'documents', header: t('indexSets.messages'), count: ({ stats }) => stats?.documents }),
    sizeColumn({ id: 'size', header: t('indexSets.size'), sizeBytes: ({ stats }) => stats?.size }),
  ]
}

function Badges({ set }: { set: IndexSetRow }) {
  const t = useText()
  return (
    <>
      {set.default && <Badge color="gray">{t('indexSets.badge.default')}</Badge>}
      {!set.writable && <Badge color="gray">{t('indexSets.badge.readOnly')}</Badge>}
    </>
  )
}
