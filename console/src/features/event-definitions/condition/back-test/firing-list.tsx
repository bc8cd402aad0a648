import type { CountedFiring } from '@logyard/contract/events/back-test-count'
import { Table, Text } from '@mantine/core'
import { useText } from '../../../../base/text/text.tsx'
import { Instant } from '../../../../ui/time/instant.tsx'
import { figureText } from './timeline.tsx'

interface FiringListProps {
  /** Sorted by their start. */
  readonly firings: readonly CountedFiring[]
  readonly seriesId: string
  readonly isGrouped: boolean
}

const SHOWN = 10

/** The latest firings, newest first. */
export function FiringList({ firings, seriesId, isGrouped }: FiringListProps) {
  const t = useText()
  if (firings.length === 0) return null
  const latest = firings.slice(-SHOWN).toReversed()
  return (
    <div>
      <Table aria-label={t('definitions.backTest.list')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('definitions.backTest.from')}</Table.Th>
            {isGrouped && <Table.Th>{t('definitions.backTest.group')}</Table.Th>}
            <Table.Th ta="right">{t('definitions.backTest.figure')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {latest.map(({ from, group, values }) => (
            <Table.Tr key={`${from} ${group.join('|')}`}>
              <Table.Td>
                <Instant instant={from} />
              </Table.Td>
              {isGrouped && <Table.Td translate="no">{group.join(' | ')}</Table.Td>}
              <Table.Td ta="right" translate="no">
                {rangeText(values[seriesId])}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {firings.length > SHOWN && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('definitions.backTest.more', { shown: SHOWN, count: firings.length })}
        </Text>
      )}
    </div>
  )
}

function rangeText(figure: CountedFiring['values'][string] | undefined): string {
  const { least = null, greatest = null } = figure ?? {}
  if (least === null || greatest === null) return '-'
  return least === greatest ? figureText(least) : `${figureText(least)} – ${figureText(greatest)}`
}
