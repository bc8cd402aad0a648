import type { Alert } from '@logyard/contract/alerts/alerts'
import type { Incident } from '@logyard/contract/alerts/incidents'
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import { IconBellZ, IconCheck, IconEye, IconMoodHappy, IconSearch, IconUserCheck } from '@tabler/icons-react'
import { useSetQueryValues } from '../../../base/routes/location.ts'
import { useClock } from '../../../base/services/services.tsx'
import { useCurrentUser } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { allowed } from '../../../ui/menu/ready-actions.tsx'
import { useAlertActions } from '../states/alert-actions.ts'
import { rowTone } from '../states/row-tone.ts'
import { SNOOZES } from '../states/snooze-menu.tsx'
import { useEventMessage } from '../use-event-message.ts'
import { IncidentAlerts } from './incident-alerts.tsx'
import { incidentName } from './incident-name.ts'
import { incidentsQuery } from './incident-queries.ts'
import { searchOfIncident } from './incident-search.ts'
import { useIncidentColumns } from './use-incident-columns.tsx'

interface IncidentsViewProps {
  readonly definitions: readonly EventDefinition[]
  readonly refetchInterval: number | false
}

/** Alerts that are not resolved, those that began together as one row. */
export function IncidentsView({ definitions, refetchInterval }: IncidentsViewProps) {
  const t = useText()
  const setValues = useSetQueryValues()
  const { list, result } = useEntityList({
    query: (call, position) => ({ ...incidentsQuery(call, position), refetchInterval }),
    failed: 'alerts.incidents.loadFailed',
  })
  const words = useEventMessage(definitions)
  const messageOf = (alert: Alert) => words({ ...alert, at: alert.latest_event_at })
  const columns = useIncidentColumns(({ id }) => setValues({ alert: id }), messageOf)
  return (
    <DataTable
      label={t('alerts.incidents')}
      list={list}
      result={{ ...result, isFetching: result.isPlaceholderData }}
      columns={columns}
      rowId={({ id }) => id}
      rowName={(incident) => incidentName(incident, messageOf)}
      rowTone={({ priority, state }) => rowTone(priority, state)}
      rowActions={useIncidentActions()}
      rowDetails={(incident) => <IncidentAlerts incident={incident} messageOf={messageOf} />}
      searchHelp="words"
      empty={{ icon: <IconMoodHappy />, title: t('alerts.incidents.none'), text: t('alerts.incidents.none.text') }}
    />
  )
}

/** Changes of all alerts of an incident that are not resolved. */
function useIncidentActions() {
  const t = useText()
  const clock = useClock()
  const actions = useAlertActions()
  const { username } = useCurrentUser()
  return (incident: Incident) => {
    const search = searchOfIncident(incident)
    const { state, unresolved_ids: ids } = incident
    const run = (action: 'acknowledge' | 'resolve' | 'assign' | 'snooze', more = {}) =>
      actions.change({ ids: [...ids], action, ...more })
    return allowed(
      search !== undefined && {
        label: t('alerts.showMessages'),
        icon: <IconSearch size={15} />,
        isQuick: true,
        to: search,
      },
      state === 'open' && {
        label: t('alerts.acknowledge'),
        icon: <IconEye size={15} />,
        isQuick: true,
        onClick: () => run('acknowledge'),
      },
      { label: t('alerts.resolve'), icon: <IconCheck size={15} />, isQuick: true, onClick: () => run('resolve') },
      {
        label: t('alerts.assignToMe'),
        icon: <IconUserCheck size={15} />,
        onClick: () => run('assign', { assignee: username }),
      },
      ...SNOOZES.map(({ name, lengthMs }) => ({
        label: t(`alerts.snooze.${name}`),
        icon: <IconBellZ size={15} />,
        onClick: () => run('snooze', { until: new Date(clock.now() + lengthMs).toISOString() }),
      })),
    )
  }
}
