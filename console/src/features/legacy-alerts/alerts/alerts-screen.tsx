import type { LegacyAlertState } from '@logyard/contract/legacy-alerts/legacy-alerts'
import { Button, Group } from '@mantine/core'
import { IconBellCheck, IconRefresh } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { ListPosition } from '../../../ui/data-table/list-state.ts'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { LegacyPage } from '../legacy-page.tsx'
import { alertsQuery } from '../legacy-queries.ts'
import { useAlertColumns } from './use-alert-columns.tsx'

const LIST_OPTIONS = { pageSizes: [10, 25, 50], filters: ['state'] } as const

const stateOf = ({ filters }: ListPosition): LegacyAlertState => (filters['state'] === 'any' ? 'any' : 'unresolved')

/** The alerts of all streams, the unresolved ones first of all. */
export function AlertsScreen() {
  const t = useText()
  const { list, result: alerts } = useEntityList(
    {
      query: (call, position) => alertsQuery(call, position, stateOf(position)),
      failed: 'legacyAlerts.toast.alertsFailed',
    },
    LIST_OPTIONS,
  )
  const columns = useAlertColumns()
  const showsAll = stateOf(list) === 'any'
  return (
    <LegacyPage
      title={t('legacyAlerts.alerts')}
      description={t('legacyAlerts.alerts.description')}
      action={
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={alerts.isRefetching}
            onClick={() => void alerts.refetch()}
          >
            {t('legacyAlerts.refresh')}
          </Button>
          <Button variant="default" onClick={() => list.filter('state', showsAll ? undefined : 'any')}>
            {t(showsAll ? 'legacyAlerts.showUnresolved' : 'legacyAlerts.showAll')}
          </Button>
        </Group>
      }
    >
      <DataTable
        label={t('legacyAlerts.alerts.list')}
        list={list}
        // A silent update must not dim the table.
        result={{ ...alerts, isFetching: alerts.isPlaceholderData }}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ description }) => description}
        empty={{
          icon: <IconBellCheck />,
          title: t(showsAll ? 'legacyAlerts.alerts.none' : 'legacyAlerts.alerts.noneUnresolved'),
        }}
      />
    </LegacyPage>
  )
}
