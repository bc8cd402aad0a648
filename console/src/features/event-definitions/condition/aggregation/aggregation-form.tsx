import type { AggregationConfig } from '@logyard/contract/events/processor-configs'
import { NumberInput, Radio, Stack } from '@mantine/core'
import { useText } from '../../../../base/text/text.tsx'
import { FormSection } from '../../../../ui/form/form-section.tsx'
import { DurationInput } from '../../../../ui/time/duration-input.tsx'
import type { AggregationDraft } from '../../model/definition-draft.ts'
import type { StepProps } from '../../model/step.ts'
import { GroupByField } from '../field-inputs.tsx'
import { SelectionFields } from '../selection-fields.tsx'
import { TimingFields } from '../timing-fields.tsx'
import { ConditionEditor } from './condition-editor.tsx'

interface AggregationFormProps extends StepProps {
  readonly config: AggregationConfig
}

/** Filter & Aggregation: each message that a filter finds, or a figure over the messages that reaches a threshold. */
export function AggregationForm({ config, ...props }: AggregationFormProps) {
  const t = useText()
  const { draft, errors, onChange } = props
  const { aggregation } = draft
  const onConfig = (changes: Partial<AggregationConfig>) => onChange({ config: { ...config, ...changes } })
  const onAggregation = (changes: Partial<AggregationDraft>) =>
    onChange({ aggregation: { ...aggregation, ...changes } })
  return (
    <>
      <FormSection title={t('definitions.filter')}>
        <SelectionFields selection={config} error={errors['query_parameters']} onChange={onConfig} />
        <DurationInput
          label={t('definitions.searchWithin')}
          valueMs={config.search_within_ms}
          error={errors['search_within_ms']}
          onChange={(ms) => onConfig({ search_within_ms: ms })}
        />
        <TimingFields {...props} timing={config} onTiming={onConfig} />
      </FormSection>
      <FormSection title={t('definitions.createEvents')}>
        <Radio.Group
          aria-label={t('definitions.createEvents')}
          value={aggregation.isOn ? 'aggregation' : 'filter'}
          onChange={(mode) => onAggregation({ isOn: mode === 'aggregation' })}
        >
          <Stack gap="xs">
            <Radio
              value="filter"
              label={t('definitions.mode.filter')}
              description={t('definitions.mode.filter.help')}
            />
            <Radio
              value="aggregation"
              label={t('definitions.mode.aggregation')}
              description={t('definitions.mode.aggregation.help')}
            />
          </Stack>
        </Radio.Group>
        {aggregation.isOn ? (
          <>
            <GroupByField
              label={t('definitions.groupBy.optional')}
              description={t('definitions.groupBy.help')}
              streams={config.streams}
              value={aggregation.groupBy}
              onChange={(groupBy) => onAggregation({ groupBy })}
            />
            <ConditionEditor
              aggregation={aggregation}
              streams={config.streams}
              error={errors['conditions'] ?? errors['series']}
              onChange={onAggregation}
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
      </FormSection>
    </>
  )
}
