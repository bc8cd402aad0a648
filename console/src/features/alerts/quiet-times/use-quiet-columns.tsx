import type { QuietTime } from '@logyard/contract/alerts/quiet-times'
import { Badge } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { countColumn, titleColumn } from '../../../ui/data-table/ready-columns.tsx'
import { DimmedWords } from '../../../ui/dimmed.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { useScheduleText } from './use-schedule-text.ts'

/** `titles`: of the definitions that the user may read, by id. */
export function useQuietColumns(titles: ReadonlyMap<string, string>): readonly Column<QuietTime>[] {
  const t = useText()
  const scheduleText = useScheduleText()
  return [
    titleColumn({ id: 'title', header: t('alerts.quietTimes.name'), sortKey: 'title', name: ({ title }) => title }),
    {
      id: 'targets',
      header: t('alerts.quietTimes.appliesTo'),
      cell: (time) => <Targets time={time} titles={titles} />,
    },
    {
      id: 'schedule',
      header: t('alerts.quietTimes.schedule'),
      cell: ({ schedule }) => <span translate="no">{scheduleText(schedule)}</span>,
    },
    { id: 'state', header: t('alerts.state'), cell: (time) => <State time={time} /> },
    countColumn({
      id: 'heldBack',
      header: t('alerts.heldBack'),
      sortKey: 'held_back_notifications',
      count: ({ held_back_notifications: count }) => count,
    }),
  ]
}

function Targets({
  time: { event_definitions, tags },
  titles,
}: {
  time: QuietTime
  titles: ReadonlyMap<string, string>
}) {
  const t = useText()
  if (event_definitions.length === 0 && tags.length === 0) return t('alerts.definition.all')
  const names = event_definitions.map((id) => titles.get(id) ?? id).join(', ')
  return (
    <span translate="no" title={names}>
      {names}{' '}
      {tags.map((tag) => (
        <Badge key={tag} miw="max-content" color="gray">
          {tag}
        </Badge>
      ))}
    </span>
  )
}

function State({ time: { is_active, ends_at, next_start } }: { time: QuietTime }) {
  const t = useText()
  if (is_active) {
    return (
      <StatusDot tone="warn">
        {t('alerts.quietTimes.active')} {ends_at !== null && <Instant instant={ends_at} />}
      </StatusDot>
    )
  }
  if (next_start === null) {
    return <DimmedWords>{t('alerts.quietTimes.over')}</DimmedWords>
  }
  return (
    <StatusDot tone="off">
      {t('alerts.quietTimes.next')} <Instant instant={next_start} />
    </StatusDot>
  )
}
