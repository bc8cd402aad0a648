import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { Checkbox, Input, SegmentedControl, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { useId } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import type { BlockProps } from '../model/block.ts'

/** When the definition runs: in the rhythm of its condition, or at the times of a cron expression. */
export function ScheduleFields({ draft, errors, onChange }: BlockProps) {
  const t = useText()
  const id = useId()
  const { timeZone = 'UTC' } = useIntl()
  const { config } = draft
  const isCron = config?.use_cron_scheduling === true
  const choose = (kind: string) => {
    if (config === undefined) return
    const cron = {
      use_cron_scheduling: true,
      cron_expression: config.cron_expression ?? '',
      cron_timezone: config.cron_timezone ?? timeZone,
    }
    onChange({ config: { ...config, ...(kind === 'cron' ? cron : { use_cron_scheduling: false }) } })
  }
  return (
    <Stack gap="md" maw={760}>
      {config !== undefined && (
        <Input.Wrapper label={t('definitions.timing.kind')} labelElement="div" labelProps={{ id }}>
          <div>
            <SegmentedControl
              aria-labelledby={id}
              data={[
                { value: 'every', label: t('definitions.timing.kind.every') },
                { value: 'cron', label: t('definitions.timing.kind.cron') },
              ]}
              value={isCron ? 'cron' : 'every'}
              onChange={choose}
            />
          </div>
        </Input.Wrapper>
      )}
      {isCron && <CronFields config={config} errors={errors} onChange={onChange} />}
      <Checkbox
        label={t('definitions.enabled')}
        description={t('definitions.enabled.help')}
        checked={draft.isScheduled}
        onChange={({ currentTarget }) => onChange({ isScheduled: currentTarget.checked })}
      />
    </Stack>
  )
}

interface CronFieldsProps extends Pick<BlockProps, 'errors' | 'onChange'> {
  readonly config: ProcessorConfig
}

function CronFields({ config, errors, onChange }: CronFieldsProps) {
  const t = useText()
  const field = (name: 'cron_expression' | 'cron_timezone'): TextInputProps & { readonly 'data-field': string } => ({
    'data-field': name,
    autoComplete: 'off',
    spellCheck: false,
    translate: 'no',
    value: config[name] ?? '',
    error: errors[name],
    onChange: ({ currentTarget }) => onChange({ config: { ...config, [name]: currentTarget.value } }),
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
