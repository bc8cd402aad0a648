import type { SearchesConfig } from '@logyard/contract/search/searches-config'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { Stack, UnstyledButton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useText } from '../../base/text/text.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { DurationInput } from '../../ui/time/duration-input.tsx'
import { calendarPresets } from './calendar-presets.ts'
import type { RangeProblem } from './range-draft.ts'
import { rangeLimit, rangePresets } from './range-presets.ts'
import { DEFAULT_RANGE_S } from './time-range.ts'
import classes from './time-range-dialog.module.css'
import { useRangeText, useZone } from './use-range-text.ts'

interface RelativeRangeChoiceProps {
  readonly config: UseQueryResult<SearchesConfig>
  readonly seconds: number
  readonly problem: RangeProblem | undefined
  readonly onChange: (seconds: number) => void
  /** A preset applies at once, without confirmation. */
  readonly onPick: (range: TimeRange) => void
  /** The chosen range if it is a keyword. */
  readonly keyword: string | undefined
}

export function RelativeRangeChoice({ config, seconds, problem, keyword, onChange, onPick }: RelativeRangeChoiceProps) {
  const t = useText()
  const zone = useZone()
  const isAll = seconds === 0
  return (
    <Stack gap="md">
      {config.isPending && <LoadingLines />}
      {config.isError && <LoadFailed error={config.error} onRetry={config.refetch} />}
      {config.data !== undefined && (
        <>
          <Presets
            label={t('search.range.presets')}
            choices={rangePresets(config.data).map(({ seconds: length, label }) => ({
              range: { type: 'relative', range: length },
              title: label,
              isChosen: keyword === undefined && length === seconds,
            }))}
            onPick={onPick}
          />
          <Presets
            label={t('search.range.calendar')}
            choices={calendarPresets(rangeLimit(config.data), zone).map((range) => ({
              range,
              title: range.keyword,
              isChosen: range.keyword === keyword,
            }))}
            onPick={onPick}
          />
        </>
      )}
      <DurationInput
        label={t('search.range.custom')}
        valueMs={(isAll ? DEFAULT_RANGE_S : seconds) * 1000}
        onChange={(ms) => onChange(ms / 1000)}
        error={problem === undefined ? undefined : t('search.range.tooLong')}
      />
    </Stack>
  )
}

interface PresetsProps {
  readonly label: string
  readonly choices: readonly { readonly range: TimeRange; readonly title: string; readonly isChosen: boolean }[]
  readonly onPick: (range: TimeRange) => void
}

function Presets({ label, choices, onPick }: PresetsProps) {
  const rangeText = useRangeText()
  if (choices.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent together; these act at once
    <div className={classes['presets']} role="group" aria-label={label}>
      {choices.map(({ range, title, isChosen }) => (
        <UnstyledButton
          key={title}
          className={classes['preset'] ?? ''}
          aria-pressed={isChosen}
          title={title}
          onClick={() => onPick(range)}
        >
          {rangeText(range)}
        </UnstyledButton>
      ))}
    </div>
  )
}
