import {
  type ConfigurationSummary,
  copyConfiguration,
  createConfiguration,
  deleteConfiguration,
  listConfigurations,
  updateConfiguration,
  validateConfiguration,
} from '@logyard/contract/sidecars/configurations'
import { IconFileSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import type { ListPosition } from '../../../ui/data-table/list-state.ts'
import { pageQuery } from '../../../ui/data-table/page-query.ts'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { ColorLabel } from '../color-label.tsx'
import { useCopyConfiguration, useDeleteConfiguration } from '../configuration-changes.ts'
import { CONFIGURATION_LIST } from '../list-options.ts'
import { collectorLabel } from '../model/operating-system.ts'
import { refusalText } from '../refusal-text.ts'
import { allCollectorsQuery, SIDECARS_KEY } from '../sidecar-queries.ts'
import { TagList } from '../tag-list.tsx'
import { SettingsList } from './settings-list.tsx'

const configurationsPageQuery = (call: Call, position: ListPosition) =>
  pageQuery(call, [...SIDECARS_KEY, 'configurations'], position, async (call, query) => {
    const { configurations, pagination } = await call(listConfigurations, { query })
    return { rows: configurations, total: pagination.total }
  })

export function ConfigurationsList() {
  const may = useMay()
  const configurations = useEntityList(
    { query: configurationsPageQuery, failed: 'sidecars.toast.configurationsFailed', failedText: refusalText },
    CONFIGURATION_LIST,
  )
  const { configurationNew, configurationEdit } = routes.sidecars
  return (
    <SettingsList<ConfigurationSummary>
      kind="configurations"
      icon={<IconFileSettings />}
      {...configurations}
      columns={useColumns()}
      rowName={({ name }) => name}
      searchHelp={{ fields: ['name', 'id', 'collector_id'], example: 'name:web' }}
      pages={{ create: configurationNew, edit: configurationEdit }}
      may={{
        create: may(createConfiguration),
        edit: may(updateConfiguration),
        copy: may(copyConfiguration),
        remove: may(deleteConfiguration),
      }}
      check={(call, name, _, signal) =>
        call(validateConfiguration, { body: { name, collector_id: ' ', color: ' ', template: ' ' }, signal })
      }
      copy={useCopyConfiguration().mutateAsync}
      remove={useDeleteConfiguration()}
    />
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
