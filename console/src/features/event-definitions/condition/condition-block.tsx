import { listProcessorTypes } from '@logyard/contract/events/event-definitions'
import { Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { callQuery } from '../../../api/call-query.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { BlockProps } from '../model/block.ts'
import { CONDITION_TYPES, defaultConfig } from '../model/default-config.ts'
import { type AggregationDraft, NO_AGGREGATION, PROPOSED_COUNT } from '../model/definition-draft.ts'
import { tellingFor } from '../model/told-once.ts'
import { AggregationForm } from './aggregation/aggregation-form.tsx'
import { BackTestPanel } from './back-test/back-test-panel.tsx'
import classes from './condition.module.css'
import { OwnForm } from './own/own-form.tsx'
import { FilterPreview } from './preview/filter-preview.tsx'
import { useConditionCoverage } from './use-condition-coverage.ts'

const processorTypesQuery = (call: Call) => ({
  ...callQuery(call, ['event-processor-types'], listProcessorTypes),
  staleTime: Number.POSITIVE_INFINITY,
})

interface ConditionBlockProps extends BlockProps {
  /** Called with the threshold that the back-test proposes. */
  readonly onProposal: (aggregation: AggregationDraft) => void
}

/** The condition of the definition, beside its back-test. */
export function ConditionBlock({ onProposal, ...props }: ConditionBlockProps) {
  const { draft, onChange } = props
  const { config } = draft
  const coverage = useConditionCoverage(config)
  return (
    <div className={classes['beside']}>
      <Stack gap="md">
        <TypeField {...props} />
        {config?.type === 'aggregation-v1' && <AggregationForm {...props} config={config} coverage={coverage} />}
        {config !== undefined && config.type !== 'aggregation-v1' && <OwnForm {...props} config={config} />}
      </Stack>
      <div>
        <BackTestPanel draft={draft} coverage={coverage} onChange={onChange} onProposal={onProposal} />
        {config !== undefined && <FilterPreview config={config} />}
      </div>
    </div>
  )
}

function TypeField({ draft, errors, onChange }: BlockProps) {
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
          const aggregation = chosen === 'aggregation-v1' ? PROPOSED_COUNT : NO_AGGREGATION
          onChange({ config: defaultConfig(chosen), aggregation, ...tellingFor(chosen, draft) })
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
