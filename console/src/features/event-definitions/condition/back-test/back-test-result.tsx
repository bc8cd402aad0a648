import type { BackTest } from '@logyard/contract/events/back-test'
import { type CountedFirings, MESSAGES_SERIES } from '@logyard/contract/events/back-test-count'
import { NativeSelect, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useText } from '../../../../base/text/text.tsx'
import { Dimmed } from '../../../../ui/dimmed.tsx'
import type { DefinitionDraft } from '../../model/definition-draft.ts'
import classes from './back-test.module.css'
import { FiringList } from './firing-list.tsx'
import { ratedRows } from './rated-rows.ts'
import { ThresholdSlider } from './threshold-slider.tsx'
import { Timeline } from './timeline.tsx'
import { timelineColumns } from './timeline-columns.ts'

export interface BackTestResultProps {
  readonly backTest: BackTest
  readonly counted: CountedFirings
  readonly draft: DefinitionDraft
  readonly onChange: (changes: Partial<DefinitionDraft>) => void
}

/** The matches of a back-test as a chart and as numbers. Moving a threshold counts again at once. */
export function BackTestResult({ backTest, counted, draft, onChange }: BackTestResultProps) {
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
  return (
    <Stack gap="md">
      <Totals counted={counted} hasNotifications={draft.notifications.length > 0} />
      {groups.length > 1 && (
        <NativeSelect
          label={t('definitions.backTest.group')}
          translate="no"
          data={groups.map(({ key }) => ({ value: keyOf(key), label: key.join(' | ') }))}
          value={group === undefined ? '' : keyOf(group.key)}
          onChange={({ currentTarget }) => setGroupKey(currentTarget.value)}
        />
      )}
      {rows.length > 1 && (
        <NativeSelect
          label={t('definitions.backTest.rule')}
          translate="no"
          data={rows.map(({ id, text }) => ({ value: String(id), label: text }))}
          value={String(row?.id ?? '')}
          onChange={({ currentTarget }) => setRowId(Number(currentTarget.value))}
        />
      )}
      {group === undefined ? (
        <Dimmed>{t('definitions.backTest.nothing')}</Dimmed>
      ) : (
        <Timeline
          columns={columns}
          threshold={row?.threshold}
          from={backTest.from}
          to={backTest.to}
          label={t('definitions.backTest.picture', { count: counted.firings.length })}
        />
      )}
      {row !== undefined && group !== undefined && (
        <ThresholdSlider row={row} group={group} draft={draft} onChange={onChange} />
      )}
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

/** Notes on the limits of the result. */
function ResultNotes({ backTest, counted }: Pick<BackTestResultProps, 'backTest' | 'counted'>) {
  const t = useText()
  const { groups_left_out: leftOut } = backTest
  const { in_grace_period: inGrace, over_limit: overLimit } = counted.notifications
  const notes = [
    ...(backTest.is_shortened ? [t('definitions.backTest.shortened')] : []),
    ...(leftOut.count > 0 ? [t('definitions.backTest.leftOut', { count: leftOut.count })] : []),
    ...(inGrace > 0 ? [t('definitions.backTest.inGrace', { count: inGrace })] : []),
    ...(overLimit > 0 ? [t('definitions.backTest.overLimit', { count: overLimit })] : []),
  ]
  return notes.map((note) => (
    <Dimmed key={note} size="xs">
      {note}
    </Dimmed>
  ))
}

interface TotalsProps {
  readonly counted: CountedFirings
  readonly hasNotifications: boolean
}

function Totals({ counted: { firings, events, notifications }, hasNotifications }: TotalsProps) {
  const t = useText()
  const about = notifications.is_estimate ? 'definitions.backTest.about' : 'definitions.backTest.exactly'
  return (
    <div role="status" aria-label={t('definitions.backTest.totals')}>
      <dl className={classes['figures']}>
        <div>
          <dt>{t('definitions.backTest.firings', { count: firings.length })}</dt>
          <dd>{firings.length}</dd>
        </div>
        <div>
          <dt>{t('definitions.backTest.events', { count: events })}</dt>
          <dd>{events}</dd>
        </div>
        <div>
          <dt>{t(hasNotifications ? 'definitions.backTest.sent' : 'definitions.backTest.sentByOne')}</dt>
          <dd>{t(about, { count: hasNotifications ? notifications.total : notifications.sent })}</dd>
        </div>
      </dl>
    </div>
  )
}
