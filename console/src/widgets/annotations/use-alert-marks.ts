/** Alerts on the charts over time, for everybody who may read their streams. */
import { searchEvents } from '@logyard/contract/events/events'
import type { EventListResult, PivotResult } from '@logyard/contract/search/search-results'
import type { AggregationWidget } from '@logyard/contract/views/view-state'
import { useLocalStorage } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { takesEvents } from '../../view-document/model/aggregation-config.ts'
import { alertMarks } from './alert-marks.ts'

/** The largest page of the events search. */
const MOST_ALERTS = 1000

/** Whether this browser shows alerts on charts. */
export const useShowsAlerts = () => useLocalStorage({ key: 'charts.alerts', defaultValue: false })

/** Widgets with annotations of their own have them in their results. */
export function useAlertMarks(widget: AggregationWidget, pivot: PivotResult): EventListResult | undefined {
  const call = useCall()
  const [isShown] = useShowsAlerts()
  const { config, streams } = widget
  const { effective_timerange: range } = pivot
  const query = streams.length === 0 ? '' : `source_streams:(${streams.join(' OR ')})`
  const timerange = { type: 'absolute', from: range.from, to: range.to } as const
  const body = { query, timerange, filter: { alerts: 'only' as const }, page: 1, per_page: MOST_ALERTS }
  const isAsked = isShown && takesEvents(config) && !config.event_annotation
  const { data } = useQuery({
    queryKey: ['events', 'on-charts', body],
    queryFn: async ({ signal }) => (await call(searchEvents, { body, signal, extendSession: false })).events,
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => (isAsked && data !== undefined ? alertMarks(data, range) : undefined), [isAsked, data, range])
}
