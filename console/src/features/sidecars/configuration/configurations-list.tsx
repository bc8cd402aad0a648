import {
  type ConfigurationSummary,
  copyConfiguration,
  createConfiguration,
  deleteConfiguration,
  updateConfiguration,
  validateConfiguration,
} from '@logyard/contract/sidecars/configurations'
import { IconCopy, IconEdit, IconFileSettings, IconPlus, IconTrash } from '@tabler/icons-react'
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
import { ColorLabel } from '../color-label.tsx'
import { useCopyConfiguration, useDeleteConfiguration } from '../configuration-changes.ts'
import { collectorLabel } from '../model/operating-system.ts'
import { refusalText } from '../refusal-text.ts'
import { allCollectorsQuery } from '../sidecar-queries.ts'
import { TagList } from '../tag-list.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { configurationsPageQuery, LIST } from './list-queries.ts'

export function ConfigurationsList() {
  const t = useText()
  const may = useMay()
  const list = useListState(LIST)
  const configurations = useQuery(configurationsPageQuery(useCall(), list))
  const columns = useColumns()
  const dialog = useFormDialog<ConfigurationSummary>()
  const rowActions = useRowActions(dialog.open)
  const copy = useCopyConfiguration()
  useFailureToast(
    configurations.error,
    (status) => refusalText(configurations.error, t('sidecars.toast.configurationsFailed', { status })),
    t('sidecars.toast.configurationsFailed.title'),
  )
  const create = may(createConfiguration) && (
    <LinkButton size="xs" to={routes.sidecars.configurationNew()} leftSection={<IconPlus size={14} />}>
      {t('sidecars.configurations.create')}
    </LinkButton>
  )
  return (
    <>
      <DataTable<ConfigurationSummary>
        label={t('sidecars.configurations')}
        list={list}
        result={configurations}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={rowActions}
        searchHelp={{ fields: ['name', 'id', 'collector_id'], example: 'name:web' }}
        filters={create}
        empty={{
          icon: <IconFileSettings />,
          title: t('sidecars.configurations.none'),
          text: t('sidecars.configurations.none.text'),
          action: create,
        }}
      />
      <CopyDialog
        dialog={dialog}
        title={t('sidecars.configurations.copy')}
        kind="configuration"
        check={(name) => (call, signal) =>
          call(validateConfiguration, {
            body: { name, collector_id: ' ', color: ' ', template: ' ' },
            signal,
          })
        }
        copy={copy}
      />
    </>
  )
}

function useColumns(): readonly Column<ConfigurationSummary>[] {
  const t = useText()
  const collectors = useQuery(allCollectorsQuery(useCall())).data
  const labels = new Map(collectors?.map((collector) => [collector.id, collectorLabel(collector)]))
  return [
    {
      id: 'name',
      header: t('sidecars.configurations.one'),
      sortKey: 'name',
      isWide: true,
      isTitle: true,
      cell: ({ id, name, color }) => (
        <AppLink to={routes.sidecars.configurationEdit(id)}>
          <ColorLabel color={color}>{name}</ColorLabel>
        </AppLink>
      ),
    },
    {
      id: 'collector',
      header: t('sidecars.collectors.one'),
      cell: ({ collector_id: id }) =>
        labels.has(id) ? (
          <span translate="no">{labels.get(id)}</span>
        ) : (
          collectors !== undefined && t('sidecars.collectors.unknown')
        ),
    },
    {
      id: 'tags',
      header: t('sidecars.tags'),
      cell: ({ tags }) => <TagList tags={tags} />,
    },
  ]
}

function useRowActions(onCopy: (configuration: ConfigurationSummary) => void) {
  const t = useText()
  const may = useMay()
  const confirm = useConfirm()
  const remove = useDeleteConfiguration()
  const askAndRemove = async (configuration: ConfigurationSummary) => {
    const isSure = await confirm({
      title: t('sidecars.configurations.delete.title'),
      text: t('sidecars.configurations.delete.text', { name: configuration.name }),
      confirmLabel: t('sidecars.delete'),
      isDangerous: true,
    })
    if (isSure) remove.mutate(configuration)
  }
  return (configuration: ConfigurationSummary) => [
    ...(may(updateConfiguration)
      ? [
          {
            label: t('sidecars.edit'),
            icon: <IconEdit size={15} />,
            to: routes.sidecars.configurationEdit(configuration.id),
            isQuick: true,
          },
        ]
      : []),
    ...(may(copyConfiguration)
      ? [{ label: t('sidecars.clone'), icon: <IconCopy size={15} />, onClick: () => onCopy(configuration) }]
      : []),
    ...(may(deleteConfiguration)
      ? [
          {
            label: t('sidecars.delete'),
            icon: <IconTrash size={15} />,
            isDangerous: true,
            onClick: () => askAndRemove(configuration),
          },
        ]
      : []),
  ]
}
