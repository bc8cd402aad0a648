/** Chooses a relative, absolute or natural-language range. Nothing applies before the user confirms it. */
import '@mantine/dates/styles.css'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { Button, Group, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useCall, useClock } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { AbsoluteRangeFields } from './absolute-range-fields.tsx'
import { calendarUnitOf } from './calendar-ranges.ts'
import { KeywordRangeField } from './keyword-range-field.tsx'
import { draftOf, problemsOf, type RangeDraft, rangeOfDraft } from './range-draft.ts'
import { rangeLimit } from './range-presets.ts'
import { searchesConfigQuery } from './range-queries.ts'
import { RelativeRangeChoice } from './relative-range-choice.tsx'
import { intervalOf, isSameRange } from './time-range.ts'
import classes from './time-range-dialog.module.css'
import { useIntervalText, useZone } from './use-range-text.ts'

const TYPES = ['relative', 'absolute', 'keyword'] as const
const isType = (value: string | null): value is TimeRange['type'] => TYPES.some((type) => type === value)

/** Whole days and the like are among the presets. */
const withPresetTab = (draft: RangeDraft, range: TimeRange): RangeDraft =>
  calendarUnitOf(range) === undefined ? draft : { ...draft, type: 'relative' }

interface TimeRangeDialogProps {
  readonly range: TimeRange
  readonly onPick: (range: TimeRange) => void
  readonly onCancel: () => void
}

export function TimeRangeDialog({ range, onPick, onCancel }: TimeRangeDialogProps) {
  const t = useText()
  const zone = useZone()
  const intervalText = useIntervalText()
  const config = useQuery(searchesConfigQuery(useCall()))
  const [openedAt] = useState(useClock().now)
  const [draft, setDraft] = useState<RangeDraft>(() => withPresetTab(draftOf(range, zone, openedAt), range))
  const [isKeywordFine, setIsKeywordFine] = useState(true)
  const limit = config.data === undefined ? Number.POSITIVE_INFINITY : rangeLimit(config.data)
  const problems = problemsOf(draft, zone, limit)
  const change = (changes: Partial<RangeDraft>) => setDraft((old) => ({ ...old, ...changes }))
  const picked = rangeOfDraft(draft, zone)
  const isFine = Object.keys(problems).length === 0 && (draft.type !== 'keyword' || isKeywordFine)
  const interval = picked === undefined ? undefined : intervalOf(picked, openedAt)

  const confirm = (event?: SyntheticEvent) => {
    event?.preventDefault()
    // In React's tree the popover's form is inside the search form.
    event?.stopPropagation()
    if (picked === undefined || !isFine) return
    // Clock times have milliseconds at most; an unchanged range keeps its full precision.
    onPick(isSameRange(picked, range) ? range : picked)
  }

  return (
    <form onSubmit={confirm} noValidate>
      <Tabs value={draft.type} onChange={(type) => isType(type) && change({ type })} keepMounted={false}>
        <Tabs.List pt={4} px="xs">
          {TYPES.map((type) => (
            <Tabs.Tab key={type} value={type}>
              {t(`search.range.${type}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="relative" mih={250} p="md">
          <RelativeRangeChoice
            config={config}
            seconds={draft.seconds}
            problem={problems.seconds}
            onChange={(seconds) => change({ seconds })}
            keyword={range.type === 'keyword' ? range.keyword : undefined}
            onPick={onPick}
          />
        </Tabs.Panel>
        <Tabs.Panel value="absolute" mih={250} p="md">
          <AbsoluteRangeFields draft={draft} problems={problems} onChange={change} />
        </Tabs.Panel>
        <Tabs.Panel value="keyword" mih={250} p="md">
          <KeywordRangeField
            keyword={draft.keyword}
            onChange={(keyword) => change({ keyword })}
            onVerdict={setIsKeywordFine}
          />
        </Tabs.Panel>
      </Tabs>
      <Group className={classes['footer'] ?? ''} justify="space-between" wrap="nowrap" gap="md">
        <Text
          size="xs"
          c="dimmed"
          miw={0}
          style={{ fontVariantNumeric: 'tabular-nums' }}
          aria-live="polite"
          translate="no"
        >
          {interval !== undefined && isFine && intervalText(interval)}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Button size="xs" variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button size="xs" type="submit" disabled={!isFine}>
            {t('search.range.apply')}
          </Button>
        </Group>
      </Group>
    </form>
  )
}
