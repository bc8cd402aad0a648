import type { SearchesConfig } from '@logyard/contract/search/searches-config'
import { Stack, UnstyledButton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useText } from '../../base/text/text.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { DurationInput } from '../../ui/time/duration-input.tsx'
import type { RangeProblem } from './range-draft.ts'
import { rangePresets } from './range-presets.ts'
import { DEFAULT_RANGE_S } from './time-range.ts'
import classes from './time-range-dialog.module.css'
import { useRangeText } from './use-range-text.ts'

interface RelativeRangeChoiceProps {
  readonly config: UseQueryResult<SearchesConfig>
  readonly seconds: number
  readonly problem: RangeProblem | undefined
  readonly onChange: (seconds: number) => void
  /** A preset applies at once, without confirmation. */
  readonly onPick: (seconds: number) => void
}

export function RelativeRangeChoice({ config, seconds, problem, onChange, onPick }: RelativeRangeChoiceProps) {
  const t = useText()
  const rangeText = useRangeText()
  const presets = config.data === undefined ? [] : rangePresets(config.data)
  const isAll = seconds === 0
  return (
    <Stack gap="md">
      {config.isPending && <LoadingLines />}
      {config.isError && <LoadFailed error={config.error} onRetry={config.refetch} />}
      {presets.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent together; these act at once
        <div className={classes['presets']} role="group" aria-label={t('search.range.presets')}>
          {presets.map((preset) => (
            <UnstyledButton
              key={preset.seconds}
              className={classes['preset'] ?? ''}
              aria-pressed={preset.seconds === seconds}
              title={preset.label}
              onClick={() => onPick(preset.seconds)}
            >
              {rangeText({ type: 'relative', range: preset.seconds })}
            </UnstyledButton>
          ))}
        </div>
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
