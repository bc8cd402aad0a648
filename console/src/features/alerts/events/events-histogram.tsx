import type { EventsHistogram } from '@logyard/contract/events/events'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { Box, Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { useChartWords } from '../../../widgets/aggregation/chart-words.ts'
import { Chart } from '../../../widgets/charts/chart.tsx'
import { useChartTheme } from '../../../widgets/charts/chart-theme.ts'
import { useSize } from '../../../widgets/charts/use-size.ts'
import { histogramOption } from './histogram-option.ts'

interface EventsHistogramProps {
  /** Absent while it is loading. */
  readonly histogram: EventsHistogram | undefined
  readonly onRange: (range: TimeRange) => void
}

/** The number of alerts and events over time; dragging selects a time range. */
export function EventsHistogramChart({ histogram, onRange }: EventsHistogramProps) {
  const { ref, width } = useSize()
  return (
    <Box ref={ref} h={96} mb="sm">
      {histogram === undefined || width === 0 ? (
        <Skeleton h="100%" />
      ) : (
        <Bars histogram={histogram} width={width} onRange={onRange} />
      )}
    </Box>
  )
}

function Bars({ histogram, width, onRange }: EventsHistogramProps & { histogram: EventsHistogram; width: number }) {
  const t = useText()
  const theme = useChartTheme()
  const words = useChartWords()
  const option = useMemo(() => {
    const names = { alerts: t('alerts.kinds.only'), events: t('alerts.kinds.exclude') }
    return histogramOption({ histogram, names, theme, words, width })
  }, [histogram, theme, words, width, t])
  const count = (name: 'alerts' | 'events') => histogram.buckets.reduce((sum, bucket) => sum + bucket[name], 0)
  const zoom = (from: number, to: number) =>
    onRange({ type: 'absolute', from: new Date(from).toISOString(), to: new Date(to).toISOString() })
  return (
    <Chart
      option={option}
      label={t('alerts.histogram', { alerts: count('alerts'), events: count('events') })}
      onRange={zoom}
    />
  )
}
