import {
  type CollectorSummary,
  copyCollector,
  createCollector,
  deleteCollector,
  getCollector,
  summarizeCollectors,
  updateCollector,
  validateCollector,
} from '@logyard/contract/sidecars/collectors'
import { IconCopy, IconPlus, IconTerminal2 } from '@tabler/icons-react'
import type { Call } from '../../../api/api-client.ts'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import type { ListPosition } from '../../../ui/data-table/list-state.ts'
import { pageQuery } from '../../../ui/data-table/page-query.ts'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import { useCopyCollector, useDeleteCollector } from '../collector-changes.ts'
import { CONFIGURATION_LIST } from '../list-options.ts'
import { collectorLabel } from '../model/operating-system.ts'
import { refusalText } from '../refusal-text.ts'
import { SIDECARS_KEY } from '../sidecar-queries.ts'
import { SystemName } from '../system-icon.tsx'
import { CopyDialog } from './copy-dialog.tsx'

const collectorsPageQuery = (call: Call, position: ListPosition) =>
  pageQuery(call, [...SIDECARS_KEY, 'collectors'], position, async (call, query) => {
    const { collectors, pagination } = await call(summarizeCollectors, { query })
    return { rows: collectors, total: pagination.total }
  })

export function CollectorsList() {
  const t = useText()
  const may = useMay()
  const collectors = useEntityList(
    { query: collectorsPageQuery, failed: 'sidecars.toast.collectorsFailed', failedText: refusalText },
    CONFIGURATION_LIST,
  )
  const columns = useColumns()
  const dialog = useFormDialog<CollectorSummary>()
  const rowActions = useRowActions(dialog.open)
  const copy = useCopyCollector()
  const create = may(createCollector) && (
    <LinkButton size="xs" to={routes.sidecars.collectorNew()} leftSection={<IconPlus size={14} />}>
      {t('sidecars.collectors.create')}
    </LinkButton>
  )
  return (
    <>
      <DataTable<CollectorSummary>
        label={t('sidecars.collectors')}
        {...collectors}
        columns={columns}
        rowId={({ id }) => id}
        rowName={collectorLabel}
        rowActions={rowActions}
        searchHelp={{ fields: ['name', 'id', 'operating_system'], example: 'operating_system:linux' }}
        filters={create}
        empty={{
          icon: <IconTerminal2 />,
          title: t('sidecars.collectors.none'),
          text: t('sidecars.collectors.none.text'),
          action: create,
        }}
      />
      <CopyDialog
        dialog={dialog}
        title={t('sidecars.collectors.copy')}
        kind="collector"
        check={async (call, name, { id }, signal) => {
          const { id: _, ...facts } = await call(getCollector, { params: { id }, signal })
          return call(validateCollector, { body: { ...facts, id: '', name }, signal })
        }}
        copy={copy.mutateAsync}
      />
    </>
  )
}

function useColumns(): readonly Column<CollectorSummary>[] {
  const t = useText()
  return [
    {
      id: 'name',
      header: t('sidecars.name'),
      sortKey: 'name',
      isWide: true,
      isTitle: true,
      cell: ({ id, name }) => (
        <AppLink to={routes.sidecars.collectorEdit(id)} translate="no">
          {name}
        </AppLink>
      ),
    },
    {
      id: 'system',
      header: t('sidecars.system'),
      cell: ({ node_operating_system: system }) => <SystemName system={system} />,
    },
  ]
}

function useRowActions(onCopy: (collector: CollectorSummary) => void) {
  const t = useText()
  const may = useMay()
  const remove = useDeleteCollector()
  return (collector: CollectorSummary) =>
    allowed(
      may(updateCollector) && editAction(t('sidecars.edit'), { to: routes.sidecars.collectorEdit(collector.id) }),
      may(copyCollector) && {
        label: t('sidecars.clone'),
        icon: <IconCopy size={15} />,
        onClick: () => onCopy(collector),
      },
      may(deleteCollector) && deleteAction(t('sidecars.delete'), () => remove(collector)),
    )
}
