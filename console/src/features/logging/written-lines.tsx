import { LINE_LEVELS } from '@logyard/contract/logging/log-levels'
import { Button, Collapse, Text } from '@mantine/core'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../base/text/text.tsx'
import { figureOf, type NodeMetrics, useLiveMetrics } from '../../cluster/live-metrics.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'

const METERS = 'org.apache.logging.log4j.core.Appender'
const meterOf = (level: string) => `${METERS}.${level}`
const NAMES = [meterOf('all'), ...LINE_LEVELS.map(meterOf)]

/** How many lines a node has written since it started, and how many of each level. */
export function WrittenLines({ nodeId }: { nodeId: string }) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const metrics = useLiveMetrics(NAMES)?.get(nodeId)
  const total = figureOf(metrics?.get(meterOf('all')))
  return (
    <div>
      <Text size="sm" c="dimmed">
        {total === undefined ? t('logging.written.unknown') : t('logging.written', { total })}{' '}
        <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'logging.written.hide' : 'logging.written.show')}
        </Button>
      </Text>
      <Collapse expanded={isOpen}>
        <LevelTable metrics={metrics ?? undefined} />
      </Collapse>
    </div>
  )
}

function LevelTable({ metrics }: { metrics: NodeMetrics | undefined }) {
  const t = useText()
  const intl = useIntl()
  const rateOf = (level: string) => {
    const metric = metrics?.get(meterOf(level))
    return metric?.type === 'meter' ? metric.metric.rate : undefined
  }
  const perSecond = (value = 0) => intl.formatNumber(value, { maximumFractionDigits: 2 })
  return (
    <PlainTable
      label={t('logging.written.levels')}
      rows={LINE_LEVELS}
      rowId={(level) => level}
      columns={[
        { header: t('logging.level'), cell: (level) => t(`logging.levels.${level}`) },
        {
          header: t('logging.written.total'),
          align: 'right',
          cell: (level) => intl.formatNumber(rateOf(level)?.total ?? 0),
        },
        { header: t('logging.written.mean'), align: 'right', cell: (level) => perSecond(rateOf(level)?.mean) },
        { header: t('logging.written.minute'), align: 'right', cell: (level) => perSecond(rateOf(level)?.one_minute) },
      ]}
      maxWidth={520}
    />
  )
}
