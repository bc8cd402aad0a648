import { ANALYZERS } from '@logyard/languages/query/analyzers'
import { Autocomplete, Checkbox, Group } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { DurationInput } from '../../ui/time/duration-input.tsx'
import { TypedSelect } from '../../ui/typed-select.tsx'
import { type DefaultsDraft, isValidPeriod, RETENTION_KINDS, ROTATION_KINDS } from './index-set-defaults-draft.ts'
import { PeriodInput } from './period-input.tsx'
import { WholeNumberInput } from './whole-number-input.tsx'

interface FieldsProps {
  readonly draft: DefaultsDraft
  readonly onChange: (changes: Partial<DefaultsDraft>) => void
}

export function IndexSetDefaultsFields(props: FieldsProps) {
  return (
    <>
      <StorageFields {...props} />
      <StrategyFields {...props} />
    </>
  )
}

type NumberName = {
  [K in keyof DefaultsDraft]: DefaultsDraft[K] extends number ? K : never
}[keyof DefaultsDraft]

const MAX = 2_147_483_647

function CountField({
  label,
  name,
  min = 1,
  draft,
  onChange,
}: FieldsProps & { label: string; name: NumberName; min?: number }) {
  return (
    <WholeNumberInput
      label={label}
      min={min}
      max={name === 'max_size' || name === 'max_docs_per_index' ? Number.MAX_SAFE_INTEGER : MAX}
      flex={1}
      miw={180}
      value={draft[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
}

function StorageFields(props: FieldsProps) {
  const t = useText()
  const { draft, onChange } = props
  return (
    <>
      <Group gap="md" align="flex-start">
        <CountField {...props} label={t('indexSets.shards')} name="shards" />
        <CountField {...props} label={t('indexSets.replicas')} name="replicas" min={0} />
        <CountField {...props} label={t('indexSets.segments')} name="index_optimization_max_num_segments" />
      </Group>
      <Autocomplete
        label={t('indexSets.analyzer')}
        required
        autoComplete="off"
        attributes={{ dropdown: { translate: 'no' } }}
        data={[...ANALYZERS]}
        filter={({ options }) => options}
        value={draft.index_analyzer}
        error={draft.index_analyzer.trim() === '' ? t('indexSets.error.required') : undefined}
        onChange={(analyzer) => onChange({ index_analyzer: analyzer })}
      />
      <Checkbox
        label={t('indexSets.optimizationDisabled')}
        checked={draft.index_optimization_disabled}
        onChange={({ currentTarget: { checked } }) => onChange({ index_optimization_disabled: checked })}
      />
      <DurationInput
        label={t('indexSets.refreshInterval')}
        description={t('indexSets.refreshInterval.help')}
        valueMs={draft.field_type_refresh_interval}
        onChange={(ms) => onChange({ field_type_refresh_interval: ms })}
      />
    </>
  )
}

function StrategyFields(props: FieldsProps) {
  const t = useText()
  const { draft, onChange } = props
  return (
    <>
      <TypedSelect
        label={t('indexSets.rotation.strategy')}
        choices={ROTATION_KINDS}
        labelOf={(kind) => t(`indexSets.rotation.${kind}`)}
        value={draft.rotation}
        onChange={(rotation) => onChange({ rotation })}
      />
      {draft.rotation === 'count' && <CountField {...props} label={t('indexSets.maxDocs')} name="max_docs_per_index" />}
      {draft.rotation === 'size' && <CountField {...props} label={t('indexSets.maxSize')} name="max_size" />}
      {draft.rotation === 'time' && (
        <PeriodInput
          label={t('indexSets.period')}
          description={t('indexSets.period.help')}
          value={draft.rotation_period}
          isValid={isValidPeriod(draft.rotation_period)}
          onChange={(period) => onChange({ rotation_period: period })}
        />
      )}
      <TypedSelect
        label={t('indexSets.retention.strategy')}
        choices={RETENTION_KINDS}
        labelOf={(kind) => t(`indexSets.retention.${kind}`)}
        value={draft.retention}
        onChange={(retention) => onChange({ retention })}
      />
      {draft.retention !== 'none' && (
        <CountField {...props} label={t('indexSets.maxIndices')} name="max_number_of_indices" />
      )}
    </>
  )
}
