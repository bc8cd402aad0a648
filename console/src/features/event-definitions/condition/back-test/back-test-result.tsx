import type { BackTest } from '@logyard/contract/events/back-test'
import { type CountedFirings, MESSAGES_SERIES } from '@logyard/contract/events/back-test-count'
import type { FieldCoverage } from '@logyard/contract/search/field-insights'
import { Group, NativeSelect, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useText } from '../../../../base/text/text.tsx'
import { Dimmed } from '../../../../ui/dimmed.tsx'
import type { DefinitionDraft } from '../../model/definition-draft.ts'
import { FiringList } from './firing-list.tsx'
import { Proposal } from './proposal.tsx'
import { ratedRows, withThreshold } from './rated-rows.ts'
import { ResultNotes } from './result-notes.tsx'
import { Timeline } from './timeline.tsx'
import { timelineColumns } from './timeline-columns.ts'
import { Totals } from './totals.tsx'
import { Ungrouped } from './ungrouped.tsx'

interface BackTestResultProps {
  readonly backTest: BackTest
  readonly counted: CountedFirings
  readonly draft: DefinitionDraft
  readonly coverage: FieldCoverage | undefined
  readonly days: number
  readonly onChange: (changes: Partial<DefinitionDraft>) => void
}

/** The matches of a back-test as a chart and as numbers. Moving a threshold counts again at once. */
export function BackTestResult({ backTest, counted, draft, coverage, days, onChange }: BackTestResultProps) {
  const t = useText()
  const rows = useMemo(() => ratedRows(draft), [draft])
  const [rowId, setRowId] = useState<number>()
  const [groupKey, setGroupKey] = useState<string>()
  const row = rows.find(({ id }) => id === rowId) ?? rows[0]
  const shownSeries = row?.series ?? MESSAGES_SERIES
  const groups = useMemo(() => byFirings(backTest, counted), [backTest, counted])
  const group = groups.find((one) => keyOf(one.key) === groupKey) ?? groups[0]
  const columns = useMemo(() => {
    if (group === undefined) return []
    const firings = counted.firings.filter((firing) => keyOf(firing.group) === keyOf(group.key))
    return timelineColumns({ backTest, group, seriesId: shownSeries, firings })
  }, [backTest, counted, group, shownSeries])
  const { aggregation } = draft
  const onThreshold = (threshold: number) =>
    row && onChange({ aggregation: { ...withThreshold(aggregation, row, threshold), isProposed: false } })
  const groupBy = (fields: readonly string[]) => onChange({ aggregation: { ...aggregation, groupBy: fields } })
  if (group === undefined && backTest.mode === 'rows') return <Dimmed>{t('definitions.backTest.noRows')}</Dimmed>
  if (group === undefined) {
    const names = aggregation.groupBy
    return <Ungrouped messages={backTest.ungrouped_messages} groupBy={names} coverage={coverage} onGroupBy={groupBy} />
  }
  return (
    <Stack gap="md">
      <Totals counted={counted} days={days} hasNotifications={draft.notifications.length > 0} />
      {groups.every(({ messages }) => messages === 0) && <Dimmed>{t('definitions.backTest.nothing')}</Dimmed>}
      <Timeline
        columns={columns}
        figures={group.values[shownSeries] ?? []}
        row={row}
        from={backTest.from}
        to={backTest.to}
        label={t('definitions.backTest.picture', { count: counted.firings.length })}
        onThreshold={onThreshold}
      />
      {rows.length === 1 && row !== undefined && (
        <Proposal backTest={backTest} row={row} days={days} onThreshold={onThreshold} />
      )}
      <Group gap="md" align="flex-end">
        {groups.length > 1 && (
          <NativeSelect
            size="xs"
            label={t('definitions.backTest.group')}
            translate="no"
            data={groups.map(({ key }) => ({ value: keyOf(key), label: key.join(' | ') }))}
            value={keyOf(group.key)}
            onChange={({ currentTarget }) => setGroupKey(currentTarget.value)}
          />
        )}
        {rows.length > 1 && (
          <NativeSelect
            size="xs"
            label={t('definitions.backTest.rule')}
            translate="no"
            data={rows.map(({ id, text }) => ({ value: String(id), label: text }))}
            value={String(row?.id ?? '')}
            onChange={({ currentTarget }) => setRowId(Number(currentTarget.value))}
          />
        )}
      </Group>
      <FiringList
        firings={counted.firings}
        seriesId={shownSeries}
        isGrouped={groups.some(({ key }) => key.length > 0)}
      />
      <ResultNotes backTest={backTest} counted={counted} />
    </Stack>
  )
}

const keyOf = (key: readonly string[]): string => JSON.stringify(key)

/** The groups with the most firings first. */
function byFirings({ groups }: BackTest, { firings }: CountedFirings): BackTest['groups'] {
  const counts = new Map<string, number>()
  for (const { group } of firings) counts.set(keyOf(group), (counts.get(keyOf(group)) ?? 0) + 1)
  return groups.toSorted((a, b) => (counts.get(keyOf(b.key)) ?? 0) - (counts.get(keyOf(a.key)) ?? 0))
}
