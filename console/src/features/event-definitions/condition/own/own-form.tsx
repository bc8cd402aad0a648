import type { AggregationConfig, ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { useText } from '../../../../base/text/text.tsx'
import { FormSection } from '../../../../ui/form/form-section.tsx'
import { DurationInput } from '../../../../ui/time/duration-input.tsx'
import type { StepProps } from '../../model/step.ts'
import { SelectionFields } from '../selection-fields.tsx'
import { TimingFields } from '../timing-fields.tsx'
import { AbsenceFields } from './absence-fields.tsx'
import { NewValueFields } from './new-value-fields.tsx'
import type { OwnFieldsProps } from './own-fields-props.ts'
import { SequenceFields } from './sequence-fields.tsx'
import { UnusualLevelFields } from './unusual-level-fields.tsx'

/** Every condition but Filter & Aggregation. */
type OwnConfig = Exclude<ProcessorConfig, AggregationConfig>

interface OwnFormProps extends StepProps {
  readonly config: OwnConfig
}

/** The messages of a condition, its own settings, and when it runs. */
export function OwnForm({ config, ...props }: OwnFormProps) {
  const t = useText()
  const { errors, onChange } = props
  const onConfig = (next: OwnConfig) => onChange({ config: next })
  return (
    <>
      {config.type !== 'sequence-v1' && (
        <FormSection title={t('definitions.filter')}>
          <SelectionFields
            selection={config}
            error={errors['query_parameters']}
            onChange={(changes) => onConfig({ ...config, ...changes })}
          />
        </FormSection>
      )}
      <FormSection title={t('definitions.createEvents')}>
        <OwnFields config={config} errors={errors} onConfig={onConfig} />
      </FormSection>
      <FormSection title={t('definitions.schedule')}>
        {'search_within_ms' in config && (
          <DurationInput
            label={t('definitions.searchWithin')}
            valueMs={config.search_within_ms}
            error={errors['search_within_ms']}
            onChange={(ms) => onConfig({ ...config, search_within_ms: ms })}
          />
        )}
        <TimingFields {...props} timing={config} onTiming={(changes) => onConfig({ ...config, ...changes })} />
      </FormSection>
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
  }
}
