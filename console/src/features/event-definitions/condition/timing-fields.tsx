import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { Checkbox, SegmentedControl, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import { DurationInput } from '../../../ui/time/duration-input.tsx'
import type { StepProps } from '../model/step.ts'

type Timing = Pick<ProcessorConfig, 'execute_every_ms' | 'use_cron_scheduling' | 'cron_expression' | 'cron_timezone'>

interface TimingFieldsProps extends StepProps {
  readonly timing: Timing
  readonly onTiming: (changes: Partial<Timing>) => void
}

/** When the definition runs: in a rhythm, or at the times of a cron expression. */
export function TimingFields({ draft, timing, errors, onChange, onTiming }: TimingFieldsProps) {
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
            onTiming(
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
        <CronFields timing={timing} errors={errors} onTiming={onTiming} />
      ) : (
        <DurationInput
          label={t('definitions.executeEvery')}
          valueMs={timing.execute_every_ms}
          error={errors['execute_every_ms']}
          onChange={(ms) => onTiming({ execute_every_ms: ms })}
        />
      )}
      <Checkbox
        mt="xs"
        label={t('definitions.enabled')}
        description={t('definitions.enabled.help')}
        checked={draft.isScheduled}
        onChange={({ currentTarget }) => onChange({ isScheduled: currentTarget.checked })}
      />
    </Stack>
  )
}

type CronFieldsProps = Pick<TimingFieldsProps, 'timing' | 'errors' | 'onTiming'>

function CronFields({ timing, errors, onTiming }: CronFieldsProps) {
  const t = useText()
  const field = (name: 'cron_expression' | 'cron_timezone'): TextInputProps => ({
    autoComplete: 'off',
    spellCheck: false,
    translate: 'no',
    value: timing[name] ?? '',
    error: errors[name],
    onChange: ({ currentTarget }) => onTiming({ [name]: currentTarget.value }),
  })
  return (
    <>
      <TextInput
        label={t('definitions.cron')}
        description={t('definitions.cron.help')}
        required
        placeholder="0 */5 * * * ?"
        {...field('cron_expression')}
      />
      <TextInput label={t('ui.optional', { label: t('definitions.cron.timezone') })} {...field('cron_timezone')} />
    </>
  )
}
