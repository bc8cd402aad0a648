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
import { IconTerminal2 } from '@tabler/icons-react'
import type { Call } from '../../../api/api-client.ts'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { ListPosition } from '../../../ui/data-table/list-state.ts'
import { pageQuery } from '../../../ui/data-table/page-query.ts'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { useCopyCollector, useDeleteCollector } from '../collector-changes.ts'
import { CONFIGURATION_LIST } from '../list-options.ts'
import { collectorLabel } from '../model/operating-system.ts'
import { refusalText } from '../refusal-text.ts'
import { SIDECARS_KEY } from '../sidecar-queries.ts'
import { SystemName } from '../system-icon.tsx'
import { SettingsList } from './settings-list.tsx'

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
  const { collectorNew, collectorEdit } = routes.sidecars
  return (
    <SettingsList<CollectorSummary>
      kind="collectors"
      icon={<IconTerminal2 />}
      {...collectors}
      columns={[
        {
          id: 'name',
          header: t('sidecars.name'),
          sortKey: 'name',
          isWide: true,
          isTitle: true,
          cell: ({ id, name }) => (
            <AppLink to={collectorEdit(id)} translate="no">
              {name}
            </AppLink>
          ),
        },
        {
          id: 'system',
          header: t('sidecars.system'),
          cell: ({ node_operating_system: system }) => <SystemName system={system} />,
        },
      ]}
      rowName={collectorLabel}
      searchHelp={{ fields: ['name', 'id', 'operating_system'], example: 'operating_system:linux' }}
      pages={{ create: collectorNew, edit: collectorEdit }}
      may={{
        create: may(createCollector),
        edit: may(updateCollector),
        copy: may(copyCollector),
        remove: may(deleteCollector),
      }}
      check={async (call, name, { id }, signal) => {
        const { id: _, ...facts } = await call(getCollector, { params: { id }, signal })
        return call(validateCollector, { body: { ...facts, id: '', name }, signal })
      }}
      copy={useCopyCollector().mutateAsync}
      remove={useDeleteCollector()}
    />
  )
}
