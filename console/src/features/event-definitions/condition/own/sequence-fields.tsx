import type { SequenceConfig } from '@logyard/contract/events/processor-configs'
import { Radio, Stack } from '@mantine/core'
import { useText } from '../../../../base/text/text.tsx'
import { DurationInput } from '../../../../ui/time/duration-input.tsx'
import { GroupByField } from '../field-inputs.tsx'
import { SelectionFields } from '../selection-fields.tsx'
import type { OwnFieldsProps } from './own-fields-props.ts'

/** Two messages with the same values, one after the other. */
export function SequenceFields({ config, errors, onConfig }: OwnFieldsProps<SequenceConfig>) {
  const t = useText()
  return (
    <>
      <SelectionFields
        label={t('definitions.sequence.first')}
        streamsLabel={t('definitions.sequence.first.streams')}
        selection={config.first}
        onChange={(changes) => onConfig({ ...config, first: { ...config.first, ...changes } })}
      />
      <SelectionFields
        label={t('definitions.sequence.next')}
        streamsLabel={t('definitions.sequence.next.streams')}
        selection={config.next}
        onChange={(changes) => onConfig({ ...config, next: { ...config.next, ...changes } })}
      />
      <GroupByField
        label={t('definitions.sequence.keys')}
        description={t('definitions.sequence.keys.help')}
        streams={config.first.streams}
        value={config.key_fields}
        error={errors['key_fields']}
        onChange={(fields) => onConfig({ ...config, key_fields: [...fields] })}
      />
      <DurationInput
        label={t('definitions.sequence.within')}
        valueMs={config.within_ms}
        error={errors['within_ms']}
        onChange={(ms) => onConfig({ ...config, within_ms: ms })}
      />
      <Radio.Group
        label={t('definitions.sequence.when')}
        value={config.is_missing ? 'missing' : 'follows'}
        onChange={(when) => onConfig({ ...config, is_missing: when === 'missing' })}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="follows" label={t('definitions.sequence.follows')} />
          <Radio value="missing" label={t('definitions.sequence.missing')} />
        </Stack>
      </Radio.Group>
    </>
  )
}
