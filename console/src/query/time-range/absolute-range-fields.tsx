import { Group, Stack, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconClockCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useClock } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'
import type { RangeDraft, RangeProblem, RangeProblems } from './range-draft.ts'
import { useZone } from './use-range-text.ts'
import { parseWallClock, wallClock } from './zoned-time.ts'

const ENDS = ['from', 'to'] as const
type End = (typeof ENDS)[number]

interface AbsoluteRangeFieldsProps {
  readonly draft: RangeDraft
  readonly problems: RangeProblems
  readonly onChange: (changes: Partial<RangeDraft>) => void
}

/** From and to as clock times in the user's zone; the calendar fills the field that was focused last. */
export function AbsoluteRangeFields({ draft, problems, onChange }: AbsoluteRangeFieldsProps) {
  const t = useText()
  const zone = useZone()
  const { now } = useClock()
  const [end, setEnd] = useState<End>('from')
  const problemText = (problem: RangeProblem | undefined) =>
    problem === undefined ? undefined : t(problem === 'order' ? 'search.range.order' : 'search.range.format')
  const dayOf = (text: string) => {
    const at = parseWallClock(text, zone)
    return at === undefined ? null : wallClock(at, zone).slice(0, 10)
  }
  const days = ENDS.map((one) => dayOf(draft[one]))
  const day = dayOf(draft[end])
  return (
    <Group align="stretch" gap="lg">
      <Stack gap="md" flex="1 1 220px">
        {ENDS.map((one) => (
          <TextInput
            key={one}
            label={t(`search.range.${one}`)}
            value={draft[one]}
            error={problemText(problems[one])}
            autoComplete="off"
            translate="no"
            data-active={one === end || undefined}
            onFocus={() => setEnd(one)}
            onChange={(event) => onChange({ [one]: event.currentTarget.value })}
            rightSection={
              <ToolButton
                label={t(`search.range.${one}.now`)}
                tooltip={t('search.range.now')}
                onClick={() => onChange({ [one]: wallClock(now(), zone) })}
              >
                <IconClockCheck size={16} />
              </ToolButton>
            }
          />
        ))}
      </Stack>
      <DatePicker
        key={`${end} ${day?.slice(0, 7)}`}
        flex="none"
        aria-label={t(`search.range.${end}.day`)}
        size="xs"
        value={day}
        defaultDate={day ?? wallClock(now(), zone).slice(0, 10)}
        highlightToday
        weekendDays={[]}
        hideOutsideDates
        getDayProps={(date) => ({
          inRange: days[0] !== null && days[1] !== null && date >= (days[0] ?? '') && date <= (days[1] ?? ''),
          firstInRange: date === days[0],
          lastInRange: date === days[1],
        })}
        ariaLabels={{
          nextMonth: t('search.calendar.nextMonth'),
          previousMonth: t('search.calendar.previousMonth'),
          nextYear: t('search.calendar.nextYear'),
          previousYear: t('search.calendar.previousYear'),
          nextDecade: t('search.calendar.nextDecade'),
          previousDecade: t('search.calendar.previousDecade'),
        }}
        onChange={(date) => {
          if (date === null) return
          onChange({ [end]: `${date} 00:00:00` })
          setEnd('to')
        }}
      />
    </Group>
  )
}
