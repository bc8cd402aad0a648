import type { Metric } from '@logyard/contract/metrics/metrics'
import { Box, Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconChartBar,
  IconChevronDown,
  IconChevronRight,
  IconClock,
  IconGauge,
  IconHash,
  IconTrendingUp,
  type TablerIcon,
} from '@tabler/icons-react'
import { useId } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import { figureOf, useLiveMetrics } from '../../../cluster/live-metrics.ts'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { useBytes } from '../../../ui/use-bytes.ts'
import classes from '../nodes.module.css'
import { isOfBytes, metricFigures } from './metric-figures.ts'

const ICONS: Readonly<Record<Metric['type'], TablerIcon>> = {
  counter: IconHash,
  gauge: IconGauge,
  meter: IconTrendingUp,
  timer: IconClock,
  histogram: IconChartBar,
}

interface MetricRowProps {
  readonly nodeId: string
  readonly metric: Metric
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** A metric with its value; expands to all its figures, refreshed every two seconds. */
export function MetricRow({ nodeId, metric, isOpen, onToggle }: MetricRowProps) {
  const t = useText()
  const id = useId()
  const value = useValueText()
  const { full_name, name, type } = metric
  const Icon = ICONS[type]
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li>
      <UnstyledButton className={classes['metric'] ?? ''} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
        <Chevron size={14} aria-hidden />
        <Tooltip label={t(`nodes.metrics.type.${type}`)}>
          <Icon size={15} role="img" aria-label={t(`nodes.metrics.type.${type}`)} />
        </Tooltip>
        <span className={classes['metricName']} translate="no">
          <span>{full_name.slice(0, full_name.length - name.length)}</span>
          {name}
        </span>
        <span style={{ fontVariantNumeric: 'tabular-nums' }} translate="no">
          {value(metric)}
        </span>
      </UnstyledButton>
      <Box id={id} hidden={!isOpen} px="lg" pt="xs" pb="md">
        {isOpen && <LiveDetails nodeId={nodeId} metric={metric} />}
      </Box>
    </li>
  )
}

function LiveDetails({ nodeId, metric }: Pick<MetricRowProps, 'nodeId' | 'metric'>) {
  const bytes = useBytes()
  const t = useText()
  const intl = useIntl()
  const live = useLiveMetrics([metric.full_name])
  const now = live?.get(nodeId)?.get(metric.full_name) ?? metric
  return (
    <DefinitionList
      items={metricFigures(now).map(({ label, value, unit }) => ({
        label: t(`nodes.metrics.${label}`),
        value: (
          <span>
            {typeof value === 'number' ? (
              unit === 'bytes' ? (
                bytes(value)
              ) : (
                t(`nodes.metrics.unit.${unit}`, { value: intl.formatNumber(value, { maximumFractionDigits: 2 }) })
              )
            ) : (
              <span translate="no">{value}</span>
            )}
          </span>
        ),
      }))}
    />
  )
}

function useValueText() {
  const intl = useIntl()
  const bytes = useBytes()
  return (metric: Metric): string => {
    const figure = figureOf(metric)
    if (figure !== undefined && metric.type === 'gauge' && isOfBytes(metric.full_name)) return bytes(figure)
    if (figure !== undefined) return intl.formatNumber(figure, { maximumFractionDigits: 2 })
    return metric.type === 'gauge' ? String(metric.metric.value ?? '-') : '-'
  }
}
