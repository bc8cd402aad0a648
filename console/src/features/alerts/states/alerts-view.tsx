import type { AlertState } from '@logyard/contract/alerts/alerts'
import { NativeSelect } from '@mantine/core'
import { IconMoodHappy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { priorityName } from '../../../alerting/priority.tsx'
import { useSetQueryValues } from '../../../base/routes/location.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useCurrentUser } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import type { Refresh } from '../../../query/refresh/refresh-intervals.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { type DefinitionChoice, DefinitionFilter } from '../definition-filter.tsx'
import { useAlertActions } from './alert-actions.ts'
import { alertsQuery, assignedTo } from './alert-queries.ts'
import { useAlertColumns } from './use-alert-columns.tsx'
import { useAlertRowActions } from './use-alert-row-actions.tsx'

interface AlertsViewProps {
  readonly state: AlertState
  readonly definitions: readonly DefinitionChoice[]
  readonly refresh: Refresh
}

const FILTERS = ['definition', 'assigned']
const ASSIGNED = ['me', 'nobody'] as const

/** The alerts in one state, those with the latest events first. */
export function AlertsView({ state, definitions, refresh: { isOn, seconds } }: AlertsViewProps) {
  const t = useText()
  const list = useListState({ filters: FILTERS })
  const setValues = useSetQueryValues()
  const { username } = useCurrentUser()
  const alerts = useQuery({
    ...alertsQuery(useCall(), list, state, username),
    refetchInterval: isOn ? seconds * 1000 : false,
  })
  const columns = useAlertColumns(({ id }) => setValues({ alert: id }))
  const { rowActions, bulkActions } = useAlertRowActions(useAlertActions())
  useFailureToast(alerts.error, (status) => t('alerts.loadFailed', { status }), t('alerts.loadFailed.title'))
  const { definition, assigned } = list.filters
  return (
    <DataTable
      key={state}
      label={t(`alerts.list.${state}`)}
      list={list}
      result={{ ...alerts, isFetching: alerts.isPlaceholderData }}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ message }) => message}
      rowTone={({ priority }) => (priorityName(priority) === 'high' ? 'high' : undefined)}
      rowActions={rowActions}
      bulkActions={bulkActions(state)}
      searchHelp="words"
      filters={
        <>
          <DefinitionFilter
            definitions={definitions}
            chosen={definition}
            onChange={(id) => list.filter('definition', id)}
          />
          <NativeSelect
            size="xs"
            aria-label={t('alerts.assignee')}
            data={[
              { value: '', label: t('alerts.assigned.any') },
              ...ASSIGNED.map((value) => ({ value, label: t(`alerts.assigned.${value}`) })),
            ]}
            value={assignedTo(assigned) ?? ''}
            onChange={(event) => list.filter('assigned', assignedTo(event.currentTarget.value))}
          />
        </>
      }
      empty={{ icon: <IconMoodHappy />, title: t(`alerts.none.${state}`), text: t(`alerts.none.${state}.text`) }}
    />
  )
}
