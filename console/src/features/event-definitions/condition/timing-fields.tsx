import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { Checkbox, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import { DurationInput } from '../../../ui/time/duration-input.tsx'
import type { DraftErrors } from '../model/step.ts'

type Timing = Pick<ProcessorConfig, 'execute_every_ms' | 'use_cron_scheduling' | 'cron_expression' | 'cron_timezone'>

interface TimingFieldsProps {
  readonly timing: Timing
  readonly isScheduled: boolean
  readonly errors: DraftErrors
  readonly onChange: (changes: Partial<Timing>) => void
  readonly onScheduled: (isScheduled: boolean) => void
}

/** When the definition runs: in a rhythm, or at the times of a cron expression. */
export function TimingFields({ timing, isScheduled, errors, onChange, onScheduled }: TimingFieldsProps) {
  const t = useText()
  const { timeZone = 'UTC' } = useIntl()
  const isCron = timing.use_cron_scheduling === true
  return (
    <Stack gap="xs">
      <div>
        <SegmentedControl
          size="xs"
          aria-label={t('definitions.timing.kind')}
          data={[
            { value: 'every', label: t('definitions.timing.kind.every') },
            { value: 'cron', label: t('definitions.timing.kind.cron') },
          ]}
          value={isCron ? 'cron' : 'every'}
          onChange={(kind) =>
            onChange(
              kind === 'cron'
                ? {
                    use_cron_scheduling: true,
                    cron_expression: timing.cron_expression ?? '',
                    cron_timezone: timing.cron_timezone ?? timeZone,
                  }
                : { use_cron_scheduling: false },
            )
          }
        />
      </div>
      {isCron ? (
        <CronFields timing={timing} errors={errors} onChange={onChange} />
      ) : (
        <DurationInput
          label={t('definitions.executeEvery')}
          valueMs={timing.execute_every_ms}
          error={errors['execute_every_ms']}
          onChange={(ms) => onChange({ execute_every_ms: ms })}
        />
      )}
      <Checkbox
        mt="xs"
        label={t('definitions.enabled')}
        description={t('definitions.enabled.help')}
        checked={isScheduled}
        onChange={({ currentTarget }) => onScheduled(currentTarget.checked)}
      />
    </Stack>
  )
}

type CronFieldsProps = Pick<TimingFieldsProps, 'timing' | 'errors' | 'onChange'>

function CronFields({ timing, errors, onChange }: CronFieldsProps) {
  const t = useText()
  return (
    <>
      <TextInput
        label={t('definitions.cron')}
        description={t('definitions.cron.help')}
        required
        autoComplete="off"
        spellCheck={false}
        translate="no"
        placeholder="0 */5 * * * ?"
        value={timing.cron_expression ?? ''}
        error={errors['cron_expression']}
        onChange={({ currentTarget }) => onChange({ cron_expression: currentTarget.value })}
      />
      <TextInput
        label={t('definitions.cron.timezone')}
        autoComplete="off"
        spellCheck={false}
        translate="no"
        value={timing.cron_timezone ?? ''}
        error={errors['cron_timezone']}
        onChange={({ currentTarget }) => onChange({ cron_timezone: currentTarget.value })}
      />
    </>
  )
}
