import type { Alert, AlertState } from '@logyard/contract/alerts/alerts'
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import { IconMoodHappy } from '@tabler/icons-react'
import { useSetQueryValues } from '../../../base/routes/location.ts'
import { useCurrentUser } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { FilterSelect } from '../../../ui/data-table/filter-select.tsx'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { DefinitionFilter } from '../definition-filter.tsx'
import { useEventMessage } from '../use-event-message.ts'
import { useAlertActions } from './alert-actions.ts'
import { alertsQuery } from './alert-queries.ts'
import { rowTone } from './row-tone.ts'
import { useAlertColumns } from './use-alert-columns.tsx'
import { useAlertRowActions } from './use-alert-row-actions.tsx'

interface AlertsViewProps {
  readonly state: AlertState
  readonly definitions: readonly EventDefinition[]
  readonly refetchInterval: number | false
}

const LIST_OPTIONS = { filters: ['definition', 'assigned'] }
const ASSIGNED = ['me', 'nobody'] as const

/** The alerts in one state, those with the latest events first. */
export function AlertsView({ state, definitions, refetchInterval }: AlertsViewProps) {
  const t = useText()
  const setValues = useSetQueryValues()
  const { username } = useCurrentUser()
  const { list, result } = useEntityList(
    {
      query: (call, position) => ({ ...alertsQuery(call, position, state, username), refetchInterval }),
      failed: 'alerts.loadFailed',
    },
    LIST_OPTIONS,
  )
  const words = useEventMessage(definitions)
  const messageOf = (alert: Alert) => words({ ...alert, at: alert.latest_event_at })
  const columns = useAlertColumns(({ id }) => setValues({ alert: id }), messageOf)
  const { rowActions, bulkActions } = useAlertRowActions(useAlertActions())
  return (
    <DataTable
      key={state}
      label={t(`alerts.list.${state}`)}
      list={list}
      result={{ ...result, isFetching: result.isPlaceholderData }}
      columns={columns}
      rowId={({ id }) => id}
      rowName={messageOf}
      rowTone={(alert) => rowTone(alert.priority, alert.state)}
      rowActions={rowActions}
      hasHistory
      bulkActions={bulkActions(state)}
      searchHelp="words"
      filters={
        <>
          <DefinitionFilter list={list} definitions={definitions} />
          <FilterSelect
            list={list}
            name="assigned"
            label={t('alerts.assignee')}
            all={t('alerts.assigned.any')}
            choices={ASSIGNED.map((value) => ({ value, label: t(`alerts.assigned.${value}`) }))}
          />
        </>
      }
      empty={{ icon: <IconMoodHappy />, title: t(`alerts.none.${state}`), text: t(`alerts.none.${state}.text`) }}
    />
  )
}
