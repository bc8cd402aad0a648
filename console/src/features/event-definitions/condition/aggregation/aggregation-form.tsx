import type { AggregationConfig } from '@logyard/contract/events/processor-configs'
import { NumberInput, Radio, Stack } from '@mantine/core'
import { useText } from '../../../../base/text/text.tsx'
import { FormSection } from '../../../../ui/form/form-section.tsx'
import { DurationInput } from '../../../../ui/time/duration-input.tsx'
import type { AggregationDraft } from '../../model/definition-draft.ts'
import type { DraftErrors } from '../../model/step.ts'
import { GroupByField } from '../group-by-field.tsx'
import { SelectionFields } from '../selection-fields.tsx'
import { TimingFields } from '../timing-fields.tsx'
import { ConditionEditor } from './condition-editor.tsx'

interface AggregationFormProps {
  readonly config: AggregationConfig
  readonly aggregation: AggregationDraft
  readonly isScheduled: boolean
  readonly errors: DraftErrors
  readonly onConfig: (changes: Partial<AggregationConfig>) => void
  readonly onAggregation: (changes: Partial<AggregationDraft>) => void
  readonly onScheduled: (isScheduled: boolean) => void
}

/** Filter & Aggregation: each message that a filter finds, or a figure over the messages that reaches a threshold. */
export function AggregationForm(props: AggregationFormProps) {
  const t = useText()
  const { config, aggregation, isScheduled, errors, onConfig, onAggregation, onScheduled } = props
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
        <TimingFields
          timing={config}
          isScheduled={isScheduled}
          errors={errors}
          onChange={onConfig}
          onScheduled={onScheduled}
        />
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
            allowDecimal={false}
            maw={320}
            value={config.event_limit === 0 ? '' : (config.event_limit ?? '')}
            onChange={(limit) => onConfig({ event_limit: typeof limit === 'number' ? limit : 0 })}
          />
        )}
      </FormSection>
    </>
  )
}
