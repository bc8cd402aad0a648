import {
  type CollectorSummary,
  copyCollector,
  createCollector,
  deleteCollector,
  getCollector,
  updateCollector,
  validateCollector,
} from '@logyard/contract/sidecars/collectors'
import { IconCopy, IconEdit, IconPlus, IconTerminal2, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { useCopyCollector, useDeleteCollector } from '../collector-changes.ts'
import { collectorLabel } from '../model/operating-system.ts'
import { refusalText } from '../refusal-text.ts'
import { SystemName } from '../system-icon.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { collectorsPageQuery, LIST } from './list-queries.ts'

export function CollectorsList() {
  const t = useText()
  const may = useMay()
  const list = useListState(LIST)
  const collectors = useQuery(collectorsPageQuery(useCall(), list))
  const columns = useColumns()
  const dialog = useFormDialog<CollectorSummary>()
  const rowActions = useRowActions(dialog.open)
  const copy = useCopyCollector()
  useFailureToast(
    collectors.error,
    (status) => refusalText(collectors.error, t('sidecars.toast.collectorsFailed', { status })),
    t('sidecars.toast.collectorsFailed.title'),
  )
  const create = may(createCollector) && (
    <LinkButton size="xs" to={routes.sidecars.collectorNew()} leftSection={<IconPlus size={14} />}>
      {t('sidecars.collectors.create')}
    </LinkButton>
  )
  return (
    <>
      <DataTable<CollectorSummary>
        label={t('sidecars.collectors')}
        list={list}
        result={collectors}
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
        check={(name, { id }) =>
          async (call, signal) => {
            const { id: _, ...facts } = await call(getCollector, { params: { id }, signal })
            return call(validateCollector, { body: { ...facts, id: '', name }, signal })
          }}
        copy={copy}
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
  const confirm = useConfirm()
  const remove = useDeleteCollector()
  const askAndRemove = async (collector: CollectorSummary) => {
    const isSure = await confirm({
      title: t('sidecars.collectors.delete.title'),
      text: t('sidecars.collectors.delete.text', { name: collectorLabel(collector) }),
      confirmLabel: t('sidecars.delete'),
      isDangerous: true,
    })
    if (isSure) remove.mutate(collector)
  }
  return (collector: CollectorSummary) => [
    ...(may(updateCollector)
      ? [
          {
            label: t('sidecars.edit'),
            icon: <IconEdit size={15} />,
            to: routes.sidecars.collectorEdit(collector.id),
            isQuick: true,
          },
        ]
      : []),
    ...(may(copyCollector)
      ? [{ label: t('sidecars.clone'), icon: <IconCopy size={15} />, onClick: () => onCopy(collector) }]
      : []),
    ...(may(deleteCollector)
      ? [
          {
            label: t('sidecars.delete'),
            icon: <IconTrash size={15} />,
            isDangerous: true,
            onClick: () => askAndRemove(collector),
          },
        ]
      : []),
  ]
}
