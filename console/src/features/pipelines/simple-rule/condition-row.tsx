import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { FieldInput } from './field-input.tsx'
import classes from './simple-rule.module.css'
import { gapOfCondition, OPERATORS, type SimpleCondition, takesConditionValue } from './simple-rule.ts'

interface ConditionRowProps {
  readonly condition: SimpleCondition
  /** Its place, for screen readers. */
  readonly number: number
  readonly fields: readonly string[]
  readonly onChange: (condition: SimpleCondition) => void
  readonly onRemove: () => void
}

export function ConditionRow({ condition, number, fields, onChange, onRemove }: ConditionRowProps) {
  const t = useText()
  const { field, operator, value } = condition
  const gap = gapOfCondition(condition)
  return (
    <div className={classes['row']}>
      <FieldInput
        label={t('pipelines.simple.fieldOf', { number })}
        value={field}
        fields={fields}
        error={gap === 'field' && t('pipelines.simple.gap.field')}
        onChange={(next) => onChange({ ...condition, field: next })}
      />
      <NativeSelect
        aria-label={t('pipelines.simple.operatorOf', { number })}
        data={OPERATORS.map((one) => ({ value: one, label: t(`pipelines.simple.operator.${one}`) }))}
        value={operator}
        onChange={({ currentTarget }) => {
          const next = OPERATORS.find((one) => one === currentTarget.value) ?? 'is'
          onChange({ ...condition, operator: next, value: takesConditionValue(next) ? value : '' })
        }}
      />
      {takesConditionValue(operator) ? (
        <TextInput
          aria-label={t('pipelines.simple.valueOf', { number })}
          placeholder={t('pipelines.simple.value')}
          autoComplete="off"
          spellCheck={false}
          error={gap !== undefined && gap !== 'field' && t(`pipelines.simple.gap.${gap}`)}
          value={value}
          onChange={({ currentTarget }) => onChange({ ...condition, value: currentTarget.value })}
        />
      ) : (
        <span />
      )}
      <ActionIcon aria-label={t('pipelines.simple.removeCondition', { number })} onClick={onRemove}>
        <IconX size={15} />
      </ActionIcon>
    </div>
  )
}
