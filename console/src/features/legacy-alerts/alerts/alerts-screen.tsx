import type { LegacyAlert, LegacyAlertState } from '@logyard/contract/legacy-alerts/legacy-alerts'
import { Button, Group } from '@mantine/core'
import { IconBellCheck, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import type { ListPosition } from '../../../ui/data-table/list-state.ts'
import { timeColumn } from '../../../ui/data-table/ready-columns.tsx'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { Instant } from '../../../ui/time/instant.tsx'
import { LegacyPage } from '../legacy-page.tsx'
import { alertsQuery, conditionTypesQuery } from '../legacy-queries.ts'
import { useStreamTitles } from '../use-stream-titles.ts'
import { AlertState } from './alert-state.tsx'
import { useConditionOf } from './use-condition-of.ts'

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

function useAlertColumns(): readonly Column<LegacyAlert>[] {
  const t = useText()
  const conditionOf = useConditionOf()
  const streamTitle = useStreamTitles()
  const types = useQuery(conditionTypesQuery(useCall())).data ?? {}
  return [
    {
      id: 'condition',
      header: t('legacyAlerts.column.condition'),
      isTitle: true,
      cell: (alert) => {
        const { title, isTitleOfUser } = conditionOf(alert)
        return (
          <AppLink to={routes.legacyAlerts.alert(alert.id)} translate={isTitleOfUser ? 'no' : 'yes'}>
            {title}
          </AppLink>
        )
      },
    },
    {
      id: 'stream',
      header: t('legacyAlerts.column.stream'),
      cell: ({ stream_id: id }) => (
        <AppLink to={routes.streamSearch(id)} translate="no">
          {streamTitle(id)}
        </AppLink>
      ),
    },
    { id: 'state', header: t('legacyAlerts.column.state'), cell: (alert) => <AlertState alert={alert} /> },
    timeColumn({ id: 'triggered', header: t('legacyAlerts.column.triggered'), at: ({ triggered_at: at }) => at }),
    {
      id: 'resolved',
      header: t('legacyAlerts.column.resolved'),
      cell: ({ resolved_at: at, is_interval: isInterval }) => {
        if (at !== null) return <Instant instant={at} />
        return isInterval ? <span>{t('legacyAlerts.ongoing')}</span> : <span>-</span>
      },
    },
    {
      id: 'reason',
      header: t('legacyAlerts.column.reason'),
      isWide: true,
      cell: ({ description }) => <span translate="no">{description}</span>,
    },
    {
      id: 'type',
      header: t('legacyAlerts.column.type'),
      cell: (alert) => {
        const type = conditionOf(alert).condition?.type
        return type === undefined ? <span>-</span> : <span translate="no">{types[type]?.name ?? type}</span>
      },
    },
  ]
}
