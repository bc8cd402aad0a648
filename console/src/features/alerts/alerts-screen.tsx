import { createEventDefinition } from '@logyard/contract/events/event-definitions'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AlertsPage } from '../../alerting/alerts-page.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { AlertDrawer } from './alert-drawer.tsx'
import { definitionsQuery } from './events/event-queries.ts'
import { EventsView } from './events/events-view.tsx'
import { IncidentsView } from './incidents/incidents-view.tsx'
import { LiveRefresh, REFRESH_AT_FIRST } from './live-refresh.tsx'
import { StateTabs } from './state-tabs.tsx'
import { AlertsView } from './states/alerts-view.tsx'
import { useAlertView } from './states/use-alert-view.ts'

/** The events that happened, and the alerts that people work on. */
export function AlertsScreen() {
  const t = useText()
  const definitions = useQuery(definitionsQuery(useCall()))
  const [refresh, setRefresh] = useState(REFRESH_AT_FIRST)
  const refetchInterval = refresh.isOn && refresh.seconds * 1000
  const view = useAlertView()
  const known = definitions.data?.event_definitions ?? []
  return (
    <AlertsPage
      title={t('alerting.links.events')}
      description={t('alerts.page.description')}
      action={<LiveRefresh refresh={refresh} onChange={setRefresh} />}
    >
      {definitions.isError && <LoadFailed error={definitions.error} onRetry={definitions.refetch} />}
      {definitions.data?.grand_total === 0 ? (
        <NoDefinitions />
      ) : (
        <>
          <StateTabs view={view} refetchInterval={refetchInterval} />
          {view === 'events' && <EventsView definitions={known} refetchInterval={refetchInterval} />}
          {view === 'incidents' && <IncidentsView definitions={known} refetchInterval={refetchInterval} />}
          {view !== 'events' && view !== 'incidents' && (
            <AlertsView state={view} definitions={known} refetchInterval={refetchInterval} />
          )}
          <AlertDrawer definitions={known} refetchInterval={refetchInterval} />
        </>
      )}
    </AlertsPage>
  )
}

function NoDefinitions() {
  const t = useText()
  const mayCreate = useMay()(createEventDefinition)
  return (
    <EmptyState
      icon={<IconBell />}
      title={t('alerts.noDefinitions')}
      text={t('alerts.noDefinitions.text')}
      action={
        mayCreate ? (
          <LinkButton to={routes.alerts.definitionNew()}>{t('alerts.noDefinitions.start')}</LinkButton>
        ) : undefined
      }
    />
  )
}
