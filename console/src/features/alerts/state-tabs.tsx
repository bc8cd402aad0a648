import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSetQueryValues } from '../../base/routes/location.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import classes from './alerts.module.css'
import { incidentCountQuery } from './incidents/incident-queries.ts'
import { ALERT_VIEWS, type AlertView, alertCountsQuery } from './states/alert-queries.ts'

interface StateTabsProps {
  readonly view: AlertView
  readonly refetchInterval: number | false
}

/** The alerts in one state, with their number, the incidents that they make, or all events. */
export function StateTabs({ view, refetchInterval }: StateTabsProps) {
  const t = useText()
  const setValues = useSetQueryValues()
  const { data: counts } = useQuery({ ...alertCountsQuery(useCall()), refetchInterval })
  const { data: incidents } = useQuery({ ...incidentCountQuery(useCall()), refetchInterval })
  const labelOf = (name: AlertView) => {
    if (name === 'events') return t('alerts.tab.events')
    if (name === 'incidents')
      return incidents === undefined ? t('alerts.incidents') : t('alerts.tab.incidents', { count: incidents })
    return counts === undefined ? t(`alerts.state.${name}`) : t(`alerts.tab.${name}`, { count: counts[name] })
  }
  // Events are searched in the query language, alerts by words.
  const show = (state: string) =>
    setValues({ state, query: undefined, stream_id: undefined, page: undefined, per_page: undefined })
  return (
    <SegmentedControl
      className={classes['states'] ?? ''}
      size="xs"
      aria-label={t('alerts.states')}
      data={ALERT_VIEWS.map((value) => ({ value, label: labelOf(value) }))}
      value={view}
      onChange={show}
    />
  )
}
