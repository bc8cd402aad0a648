import { COMPARISONS } from '@logyard/contract/events/expressions'
import { AGGREGATION_FUNCTIONS } from '@logyard/contract/events/processor-configs'
import { ActionIcon, Autocomplete, NativeSelect, NumberInput } from '@mantine/core'
import { IconMinus } from '@tabler/icons-react'
import { useText } from '../../../../base/text/text.tsx'
import { type ConditionRow, isComparison, rowProblems } from '../../model/condition-tree.ts'
import classes from '../condition.module.css'

interface ConditionRowEditorProps {
  readonly row: ConditionRow
  readonly place: number
  readonly fields: readonly string[]
  readonly onChange: (row: ConditionRow) => void
  readonly onRemove: () => void
}

/** One comparison of a figure with a number. */
export function ConditionRowEditor({ row, place, fields, onChange, onRemove }: ConditionRowEditorProps) {
  const t = useText()
  const problems = rowProblems(row)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the fields of one line, without a border
    <div role="group" className={classes['row']} aria-label={t('definitions.conditions.row', { place })}>
      <NativeSelect
        aria-label={t('definitions.conditions.function')}
        data={[
          { value: '', label: t('definitions.conditions.function.choose'), disabled: true },
          ...AGGREGATION_FUNCTIONS.map((value) => ({ value, label: `${value}()` })),
        ]}
        value={row.function ?? ''}
        error={problems.includes('function')}
        onChange={({ currentTarget }) =>
          onChange({ ...row, function: AGGREGATION_FUNCTIONS.find((one) => one === currentTarget.value) })
        }
      />
      <Autocomplete
        aria-label={t('definitions.field')}
        placeholder={t(
          row.function === 'count' ? 'definitions.conditions.field.optional' : 'definitions.conditions.field',
        )}
        autoComplete="off"
        limit={50}
        data={[...fields]}
        attributes={{ dropdown: { translate: 'no' } }}
        translate="no"
        value={row.field}
        error={problems.includes('field')}
        onChange={(field) => onChange({ ...row, field })}
      />
      <NativeSelect
        aria-label={t('definitions.conditions.comparison')}
        data={COMPARISONS.map((value) => ({ value, label: value === '==' ? '=' : value }))}
        value={row.comparison ?? ''}
        error={problems.includes('condition')}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...row, comparison: isComparison(value) ? value : undefined })
        }
      />
      <NumberInput
        aria-label={t('definitions.conditions.threshold')}
        allowDecimal
        value={row.threshold ?? ''}
        error={problems.includes('threshold')}
        onChange={(threshold) => onChange({ ...row, threshold: typeof threshold === 'number' ? threshold : undefined })}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('definitions.conditions.remove', { place })}
        onClick={onRemove}
      >
        <IconMinus size={16} />
      </ActionIcon>
    </div>
  )
}
