import {
  MAX_HISTORY_DAYS,
  type NewPatternConfig,
  type NewValueConfig,
} from '@logyard/contract/events/processor-configs'
import { NumberInput } from '@mantine/core'
import { useText } from '../../../../base/text/text.tsx'
import { FieldInput } from '../field-inputs.tsx'
import type { OwnFieldsProps } from './own-fields-props.ts'

/** Fields of new values and new patterns: how far back something is known. */
export function NewValueFields({ config, errors, onConfig }: OwnFieldsProps<NewValueConfig | NewPatternConfig>) {
  const t = useText()
  return (
    <>
      {config.type === 'new-value-v1' && (
        <FieldInput
          label={t('definitions.field')}
          isRequired
          streams={config.streams}
          value={config.field}
          error={errors['field']}
          onChange={(field) => onConfig({ ...config, field })}
        />
      )}
      <NumberInput
        label={t('definitions.history')}
        description={t('definitions.history.help')}
        min={1}
        max={MAX_HISTORY_DAYS}
        styles={{ wrapper: { maxWidth: 160 } }}
        value={config.history_days}
        error={errors['history_days']}
        onChange={(days) => typeof days === 'number' && onConfig({ ...config, history_days: days })}
      />
    </>
  )
}
