import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { Group, Stack } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { DurationInput } from '../../../ui/time/duration-input.tsx'
import { useDurationText } from '../../../ui/time/use-duration-text.ts'
import type { DraftErrors } from '../model/block.ts'
import { isOnArrival } from '../summary/is-on-arrival.ts'

interface TimingFieldsProps {
  readonly config: ProcessorConfig
  readonly errors: DraftErrors
  readonly onConfig: (config: ProcessorConfig) => void
}

/** How far each run looks back, and how often it runs. */
export function TimingFields({ config, errors, onConfig }: TimingFieldsProps) {
  const t = useText()
  const durationText = useDurationText()
  const isCron = config.use_cron_scheduling === true
  return (
    <Stack gap="xs">
      <Group align="flex-start" gap="md">
        {'search_within_ms' in config && (
          <DurationInput
            label={t('definitions.searchWithin')}
            valueMs={config.search_within_ms}
            error={errors['search_within_ms']}
            onChange={(ms) => onConfig({ ...config, search_within_ms: ms })}
          />
        )}
        {isCron ? (
          !isOnArrival(config) && <Dimmed>{t('definitions.timing.byCron')}</Dimmed>
        ) : (
          <DurationInput
            label={t('definitions.executeEvery')}
            valueMs={config.execute_every_ms}
            error={errors['execute_every_ms']}
            onChange={(ms) => onConfig({ ...config, execute_every_ms: ms })}
          />
        )}
      </Group>
      {isOnArrival(config) && (
        <Dimmed>
          {isCron
            ? t('definitions.checked.cron')
            : t('definitions.checked.every', { every: durationText(config.execute_every_ms) })}
        </Dimmed>
      )}
    </Stack>
  )
}
