import type { AggregationConfig } from '@logyard/contract/events/processor-configs'
import type { FieldCoverage } from '@logyard/contract/search/field-insights'
import { NumberInput, Radio, Stack } from '@mantine/core'
import { useText } from '../../../../base/text/text.tsx'
import type { BlockProps } from '../../model/block.ts'
import type { AggregationDraft } from '../../model/definition-draft.ts'
import { GroupByField } from '../field-inputs.tsx'
import { SelectionFields } from '../selection-fields.tsx'
import { TimingFields } from '../timing-fields.tsx'
import { ConditionEditor } from './condition-editor.tsx'

interface AggregationFormProps extends BlockProps {
  readonly config: AggregationConfig
  readonly coverage: FieldCoverage | undefined
}

/** Filter & Aggregation: each message that a filter finds, or a figure over the messages that reaches a threshold. */
export function AggregationForm({ config, coverage, draft, errors, onChange }: AggregationFormProps) {
  const t = useText()
  const { aggregation } = draft
  const onConfig = (changes: Partial<AggregationConfig>) => onChange({ config: { ...config, ...changes } })
  const onAggregation = (changes: Partial<AggregationDraft>) =>
    onChange({ aggregation: { ...aggregation, ...changes } })
  return (
    <>
      <SelectionFields selection={config} error={errors['query_parameters']} onChange={onConfig} />
      <Radio.Group
        label={t('definitions.createEvents')}
        value={aggregation.isOn ? 'aggregation' : 'filter'}
        onChange={(mode) => onAggregation({ isOn: mode === 'aggregation' })}
      >
        <Stack gap="xs" mt={4}>
          <Radio
            value="aggregation"
            label={t('definitions.mode.aggregation')}
            description={t('definitions.mode.aggregation.help')}
          />
          <Radio value="filter" label={t('definitions.mode.filter')} description={t('definitions.mode.filter.help')} />
        </Stack>
      </Radio.Group>
      {aggregation.isOn ? (
        <>
          <ConditionEditor
            aggregation={aggregation}
            streams={config.streams}
            error={errors['conditions'] ?? errors['series']}
            onChange={(changes) => onAggregation({ ...changes, isProposed: false })}
          />
          <GroupByField
            label={t('definitions.groupBy.optional')}
            description={t('definitions.groupBy.help')}
            streams={config.streams}
            coverage={coverage}
            value={aggregation.groupBy}
            onChange={(groupBy) => onAggregation({ groupBy })}
          />
        </>
      ) : (
        <NumberInput
          label={t('definitions.eventLimit.optional')}
          description={t('definitions.eventLimit.help')}
          min={0}
          maw={320}
          value={config.event_limit === 0 ? '' : (config.event_limit ?? '')}
          onChange={(limit) => onConfig({ event_limit: typeof limit === 'number' ? limit : 0 })}
        />
      )}
      <TimingFields config={config} errors={errors} onConfig={(changed) => onChange({ config: changed })} />
    </>
  )
}
