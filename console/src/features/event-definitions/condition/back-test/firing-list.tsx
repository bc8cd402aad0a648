import type { CountedFiring } from '@logyard/contract/events/back-test-count'
import { Text } from '@mantine/core'
import { useText } from '../../../../base/text/text.tsx'
import { type PlainColumn, PlainTable } from '../../../../ui/data-table/plain-table.tsx'
import { Instant } from '../../../../ui/time/instant.tsx'
import { figureText } from './figure-text.ts'

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
  const groupColumn: PlainColumn<CountedFiring> = {
    header: t('definitions.backTest.group'),
    cell: ({ group }) => group.join(' | '),
    isData: true,
  }
  const columns: readonly PlainColumn<CountedFiring>[] = [
    { header: t('definitions.backTest.from'), cell: ({ from }) => <Instant instant={from} /> },
    ...(isGrouped ? [groupColumn] : []),
    {
      header: t('definitions.backTest.figure'),
      cell: ({ values }) => rangeText(values[seriesId]),
      isData: true,
      align: 'right',
    },
  ]
  return (
    <div>
      <PlainTable
        label={t('definitions.backTest.list')}
        columns={columns}
        rows={firings.slice(-SHOWN).toReversed()}
        rowId={({ from, group }) => `${from} ${group.join('|')}`}
      />
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
