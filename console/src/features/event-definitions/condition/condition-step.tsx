import { listProcessorTypes } from '@logyard/contract/events/event-definitions'
import { Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { callQuery } from '../../../api/call-query.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { CONDITION_TYPES, defaultConfig } from '../model/default-config.ts'
import { NO_AGGREGATION } from '../model/definition-draft.ts'
import type { StepProps } from '../model/step.ts'
import { AggregationForm } from './aggregation/aggregation-form.tsx'
import { BackTestPanel } from './back-test/back-test-panel.tsx'
import classes from './condition.module.css'
import { OwnForm } from './own/own-form.tsx'
import { FilterPreview } from './preview/filter-preview.tsx'

const processorTypesQuery = (call: Call) => ({
  ...callQuery(call, ['event-processor-types'], listProcessorTypes),
  staleTime: Number.POSITIVE_INFINITY,
})

/** What the definition looks for, with the messages that it would find. */
export function ConditionStep(props: StepProps) {
  const { draft, onChange } = props
  const { config } = draft
  return (
    <div className={classes['beside']}>
      <Stack gap="md">
        <TypeField {...props} />
        {config?.type === 'aggregation-v1' && <AggregationForm {...props} config={config} />}
        {config !== undefined && config.type !== 'aggregation-v1' && <OwnForm {...props} config={config} />}
      </Stack>
      <div>
        {config !== undefined && <FilterPreview config={config} />}
        <BackTestPanel draft={draft} onChange={onChange} />
      </div>
    </div>
  )
}

function TypeField({ draft, errors, onChange }: StepProps) {
  const t = useText()
  const { data } = useQuery(processorTypesQuery(useCall()))
  const type = draft.config?.type
  const offered = CONDITION_TYPES.filter((known) => known === type || data?.some((one) => one.type === known))
  return (
    <div>
      <Select
        label={t('definitions.type')}
        required
        allowDeselect={false}
        data={offered.map((value) => ({ value, label: t(`definitions.type.${value}`) }))}
        value={type ?? null}
        error={errors['config']}
        onChange={(value) => {
          const chosen = CONDITION_TYPES.find((one) => one === value)
          if (chosen === undefined || chosen === type) return
          onChange({ config: defaultConfig(chosen), aggregation: NO_AGGREGATION })
        }}
      />
      {type !== undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          {t(`definitions.type.${type}.help`)}
        </Text>
      )}
    </div>
  )
}
