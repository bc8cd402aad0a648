/** The rows of the form: a condition of the rule, and an action. */

import { listLookupTables } from '@logyard/contract/lookup/lookup-tables'
import { Autocomplete, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LookupTableSelect } from '../../../lookup-tables/lookup-table-select.tsx'
import { RemoveButton } from '../../../ui/remove-button.tsx'
import { TypedSelect } from '../../../ui/typed-select.tsx'
import { processedStreamsQuery } from '../pipeline-queries.ts'
import classes from './simple-rule.module.css'
import {
  ACTIONS,
  type ActionKind,
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
  /** Shows what is missing: the user tried to save. */
  readonly showsGaps: boolean
  readonly onChange: (row: Row) => void
  readonly onRemove: () => void
}

export function ConditionRow({ row, number, fields, showsGaps, onChange, onRemove }: RowProps<SimpleCondition>) {
  const t = useText()
  const { field, operator, value } = row
  const gap = showsGaps ? gapOfCondition(row) : undefined
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
  const { row, number, fields, showsGaps, onChange, onRemove } = props
  const t = useText()
  const mayLookUp = useMay()(listLookupTables)
  const { kind, field } = row
  const gap = showsGaps ? gapOfAction(row) : undefined
  const isOffered = (one: ActionKind) => one === kind || (one !== 'none' && (one !== 'lookup' || mayLookUp))
  return (
    <div className={classes['row']} data-action={kind === 'lookup' ? 'wide' : 'narrow'}>
      <TypedSelect
        aria-label={t('pipelines.simple.actionOf', { number })}
        choices={ACTIONS.filter(isOffered)}
        labelOf={(one) => t(`pipelines.simple.action.${one}`)}
        value={kind}
        error={gap === 'action' && t('pipelines.simple.gap.action')}
        onChange={(next) => onChange({ kind: next, field: takesActionField(next) ? field : '', value: '' })}
      />
      {takesActionField(kind) ? (
        <FieldInput
          label={t('pipelines.simple.changedFieldOf', { number })}
          value={field}
          fields={fields}
          placeholder={kind === 'rename' || kind === 'remove' ? 'field' : 'target'}
          error={gap === 'field' && t('pipelines.simple.gap.field')}
          onChange={(next) => onChange({ ...row, field: next })}
        />
      ) : (
        <span />
      )}
      <ActionValue {...props} />
      {kind === 'lookup' && <ActionTable {...props} />}
      <RemoveButton label={t('pipelines.simple.removeAction', { number })} onClick={onRemove} />
    </div>
  )
}

function ActionValue({ row, number, fields, showsGaps, onChange }: RowProps<SimpleAction>) {
  const t = useText()
  const { kind, value } = row
  const gap = showsGaps ? gapOfAction(row) : undefined
  const input = {
    label: t('pipelines.simple.newValueOf', { number }),
    value,
    error: (gap === 'value' || gap === 'number') && t(`pipelines.simple.gap.${gap}`),
    onChange: (next: string) => onChange({ ...row, value: next }),
  }
  if (!takesActionValue(kind)) return <span />
  if (kind === 'route') return <StreamSelect {...input} />
  if (kind === 'copy' || kind === 'lookup') return <FieldInput {...input} fields={fields} placeholder="source" />
  if (kind === 'rename') return <FieldInput {...input} fields={[]} placeholder="target" />
  return <ValueInput {...input} />
}

/** The table that a lookup asks. */
function ActionTable({ row, number, showsGaps, onChange }: RowProps<SimpleAction>) {
  const t = useText()
  return (
    <LookupTableSelect
      aria-label={t('pipelines.simple.tableOf', { number })}
      value={row.table ?? ''}
      error={showsGaps && gapOfAction(row) === 'table' && t('pipelines.simple.gap.table')}
      onChange={(table) => onChange({ ...row, table })}
    />
  )
}

interface InputProps {
  readonly label: string
  readonly value: string
  readonly error: string | false
  readonly onChange: (value: string) => void
}

interface FieldInputProps extends InputProps {
  readonly fields: readonly string[]
  readonly placeholder?: 'field' | 'source' | 'target'
}

function FieldInput({ label, fields, placeholder = 'field', ...input }: FieldInputProps) {
  const t = useText()
  return (
    <Autocomplete
      aria-label={label}
      placeholder={t(`pipelines.simple.${placeholder}`)}
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
