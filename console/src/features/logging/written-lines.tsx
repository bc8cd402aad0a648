import { LINE_LEVELS } from '@logyard/contract/logging/log-levels'
import { Button, Collapse, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../base/text/text.tsx'
import { figureOf, type NodeMetrics, useLiveMetrics } from '../../cluster/live-metrics.ts'

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
  const rateOf = (value: number | undefined) =>
    value === undefined ? '0' : intl.formatNumber(value, { maximumFractionDigits: 2 })
  return (
    <Table maw={520} aria-label={t('logging.written.levels')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('logging.level')}</Table.Th>
          <Table.Th ta="right">{t('logging.written.total')}</Table.Th>
          <Table.Th ta="right">{t('logging.written.mean')}</Table.Th>
          <Table.Th ta="right">{t('logging.written.minute')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {LINE_LEVELS.map((level) => {
          const metric = metrics?.get(meterOf(level))
          const rate = metric?.type === 'meter' ? metric.metric.rate : undefined
          return (
            <Table.Tr key={level}>
              <Table.Td>{t(`logging.levels.${level}`)}</Table.Td>
              <Table.Td ta="right">{intl.formatNumber(rate?.total ?? 0)}</Table.Td>
              <Table.Td ta="right">{rateOf(rate?.mean)}</Table.Td>
              <Table.Td ta="right">{rateOf(rate?.one_minute)}</Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
