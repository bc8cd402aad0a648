import { ALERT_STATES } from '@logyard/contract/alerts/alerts'
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useQueryValues, useSetQueryValues } from '../../../base/routes/location.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import classes from '../alerts.module.css'
import { alertCountsQuery, stateNamed } from './alert-queries.ts'

const FOUND = 'found'

/** All that was found, or the alerts in one state, with their number. */
export function StateTabs({ refetchInterval }: { refetchInterval: number | false }) {
  const t = useText()
  const setValues = useSetQueryValues()
  const state = stateNamed(useQueryValues().get('state'))
  const { data: counts } = useQuery({ ...alertCountsQuery(useCall()), refetchInterval })
  const ofState = ALERT_STATES.map((name) => ({
    value: name as string,
    label: counts === undefined ? t(`alerts.state.${name}`) : t(`alerts.tab.${name}`, { count: counts[name] }),
  }))
  // Events are searched in the query language, alerts by words.
  const show = (value: string) =>
    setValues({
      state: stateNamed(value),
      query: undefined,
      stream_id: undefined,
      page: undefined,
      per_page: undefined,
    })
  return (
    <SegmentedControl
      className={classes['states'] ?? ''}
      size="xs"
      aria-label={t('alerts.states')}
      data={[{ value: FOUND, label: t('alerts.tab.found') }, ...ofState]}
      value={state ?? FOUND}
      onChange={show}
    />
  )
}
