import {
  type AbsenceConfig,
  type AggregationConfig,
  MAX_HISTORY_DAYS,
  type NewPatternConfig,
  type NewValueConfig,
  type ProcessorConfig,
  type SequenceConfig,
} from '@logyard/contract/events/processor-configs'
import { NumberInput, Radio, Stack } from '@mantine/core'
import { useText } from '../../../../base/text/text.tsx'
import { DurationInput } from '../../../../ui/time/duration-input.tsx'
import type { BlockProps } from '../../model/block.ts'
import { FieldInput, GroupByField } from '../field-inputs.tsx'
import { SelectionFields } from '../selection-fields.tsx'
import { TimingFields } from '../timing-fields.tsx'
import type { OwnFieldsProps } from './own-fields-props.ts'
import { TableFields } from './table-fields.tsx'
import { UnusualLevelFields } from './unusual-level-fields.tsx'

/** Every condition but Filter & Aggregation. */
type OwnConfig = Exclude<ProcessorConfig, AggregationConfig>

interface OwnFormProps extends BlockProps {
  readonly config: OwnConfig
}

/** The messages of a condition, its own settings, and when it runs. */
export function OwnForm({ config, errors, onChange }: OwnFormProps) {
  const onConfig = (next: ProcessorConfig) => onChange({ config: next })
  return (
    <>
      {config.type !== 'sequence-v1' && (
        <SelectionFields
          selection={config}
          error={errors['query_parameters']}
          onChange={(changes) => onConfig({ ...config, ...changes })}
        />
      )}
      <OwnFields config={config} errors={errors} onConfig={onConfig} />
      <TimingFields config={config} errors={errors} onConfig={onConfig} />
    </>
  )
}

function OwnFields({ config, errors, onConfig }: OwnFieldsProps<OwnConfig>) {
  switch (config.type) {
    case 'absence-v1':
      return <AbsenceFields config={config} errors={errors} onConfig={onConfig} />
    case 'new-value-v1':
    case 'new-pattern-v1':
      return <NewValueFields config={config} errors={errors} onConfig={onConfig} />
    case 'sequence-v1':
      return <SequenceFields config={config} errors={errors} onConfig={onConfig} />
    case 'unusual-level-v1':
      return <UnusualLevelFields config={config} errors={errors} onConfig={onConfig} />
    case 'steps-v1':
    case 'sql-v1':
      return <TableFields config={config} errors={errors} onConfig={onConfig} />
  }
}

function AbsenceFields({ config, errors, onConfig }: OwnFieldsProps<AbsenceConfig>) {
  const t = useText()
  return (
    <>
      <GroupByField
        label={t('definitions.groupBy.optional')}
        description={t('definitions.absence.groupBy.help')}
        streams={config.streams}
        value={config.group_by}
        error={errors['group_by']}
        onChange={(fields) => onConfig({ ...config, group_by: [...fields] })}
      />
      <DurationInput
        label={t('definitions.absence.silence')}
        valueMs={config.silence_ms}
        error={errors['silence_ms']}
        onChange={(ms) => onConfig({ ...config, silence_ms: ms })}
      />
      <DurationInput
        label={t('definitions.absence.remember')}
        description={t('definitions.absence.remember.help')}
        valueMs={config.remember_ms}
        error={errors['remember_ms']}
        onChange={(ms) => onConfig({ ...config, remember_ms: ms })}
      />
    </>
  )
}

/** Fields of new values and new patterns: how far back something is known. */
function NewValueFields({ config, errors, onConfig }: OwnFieldsProps<NewValueConfig | NewPatternConfig>) {
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

/** Two messages with the same values, one after the other. */
function SequenceFields({ config, errors, onConfig }: OwnFieldsProps<SequenceConfig>) {
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
