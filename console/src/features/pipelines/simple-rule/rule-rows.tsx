/** The rows of the form: a condition of the rule, and an action. */

import { Autocomplete, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { RemoveButton } from '../../../ui/remove-button.tsx'
import { TypedSelect } from '../../../ui/typed-select.tsx'
import { processedStreamsQuery } from '../pipeline-queries.ts'
import classes from './simple-rule.module.css'
import {
  ACTIONS,
  gapOfAction,
  gapOfCondition,
  OPERATORS,
  type SimpleAction,
  type SimpleCondition,
  takesActionField,
  takesActionValue,
  takesConditionValue,
} from './simple-rule.ts'

interface RowProps<Row> {
  readonly row: Row
  /** Its place, for screen readers. */
  readonly number: number
  /** The fields that messages have. */
  readonly fields: readonly string[]
  readonly onChange: (row: Row) => void
  readonly onRemove: () => void
}

export function ConditionRow({ row, number, fields, onChange, onRemove }: RowProps<SimpleCondition>) {
  const t = useText()
  const { field, operator, value } = row
  const gap = gapOfCondition(row)
  return (
    <div className={classes['row']}>
      <FieldInput
        label={t('pipelines.simple.fieldOf', { number })}
        value={field}
        fields={fields}
        error={gap === 'field' && t('pipelines.simple.gap.field')}
        onChange={(next) => onChange({ ...row, field: next })}
      />
      <TypedSelect
        aria-label={t('pipelines.simple.operatorOf', { number })}
        choices={OPERATORS}
        labelOf={(one) => t(`pipelines.simple.operator.${one}`)}
        value={operator}
        onChange={(next) => onChange({ ...row, operator: next, value: takesConditionValue(next) ? value : '' })}
      />
      {takesConditionValue(operator) ? (
        <ValueInput
          label={t('pipelines.simple.valueOf', { number })}
          value={value}
          error={gap !== undefined && gap !== 'field' && t(`pipelines.simple.gap.${gap}`)}
          onChange={(next) => onChange({ ...row, value: next })}
        />
      ) : (
        <span />
      )}
      <RemoveButton label={t('pipelines.simple.removeCondition', { number })} onClick={onRemove} />
    </div>
  )
}

export function ActionRow(props: RowProps<SimpleAction>) {
  const { row, number, fields, onChange, onRemove } = props
  const t = useText()
  const { kind, field } = row
  return (
    <div className={classes['row']} data-action>
      <TypedSelect
        aria-label={t('pipelines.simple.actionOf', { number })}
        choices={ACTIONS}
        labelOf={(one) => t(`pipelines.simple.action.${one}`)}
        value={kind}
        onChange={(next) => onChange({ kind: next, field: takesActionField(next) ? field : '', value: '' })}
      />
      {takesActionField(kind) ? (
        <FieldInput
          label={t('pipelines.simple.changedFieldOf', { number })}
          value={field}
          fields={fields}
          error={gapOfAction(row) === 'field' && t('pipelines.simple.gap.field')}
          onChange={(next) => onChange({ ...row, field: next })}
        />
      ) : (
        <span />
      )}
      <ActionValue {...props} />
      <RemoveButton label={t('pipelines.simple.removeAction', { number })} onClick={onRemove} />
    </div>
  )
}

function ActionValue({ row, number, fields, onChange }: RowProps<SimpleAction>) {
  const t = useText()
  const { kind, value } = row
  const gap = gapOfAction(row)
  const input = {
    label: t('pipelines.simple.newValueOf', { number }),
    value,
    error: gap !== undefined && gap !== 'field' && t(`pipelines.simple.gap.${gap}`),
    onChange: (next: string) => onChange({ ...row, value: next }),
  }
  if (!takesActionValue(kind)) return <span />
  if (kind === 'route') return <StreamSelect {...input} />
  if (kind === 'copy' || kind === 'rename') return <FieldInput {...input} fields={kind === 'copy' ? fields : []} />
  return <ValueInput {...input} />
}

interface InputProps {
  readonly label: string
  readonly value: string
  readonly error: string | false
  readonly onChange: (value: string) => void
}

function FieldInput({ label, fields, ...input }: InputProps & { readonly fields: readonly string[] }) {
  const t = useText()
  return (
    <Autocomplete
      aria-label={label}
      placeholder={t('pipelines.simple.field')}
      autoComplete="off"
      attributes={{ dropdown: { translate: 'no' } }}
      limit={50}
      data={[...fields]}
      {...input}
    />
  )
}

function ValueInput({ label, onChange, ...input }: InputProps) {
  const t = useText()
  return (
    <TextInput
      aria-label={label}
      placeholder={t('pipelines.simple.value')}
      autoComplete="off"
      spellCheck={false}
      {...input}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function StreamSelect({ label, value, error, onChange }: InputProps) {
  const t = useText()
  const streams = useQuery(processedStreamsQuery(useCall()))
  return (
    <Select
      aria-label={label}
      placeholder={t('pipelines.simple.stream')}
      searchable
      comboboxProps={{ keepMounted: false }}
      attributes={{ option: { translate: 'no' }, input: { translate: 'no' } }}
      data={(streams.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
      error={error}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
