import { ActionIcon, NativeSelect, Select, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { processedStreamsQuery } from '../pipeline-queries.ts'
import { FieldInput } from './field-input.tsx'
import classes from './simple-rule.module.css'
import { ACTIONS, gapOfAction, type SimpleAction, takesActionField, takesActionValue } from './simple-rule.ts'

interface ActionRowProps {
  readonly action: SimpleAction
  /** Its place, for screen readers. */
  readonly number: number
  readonly fields: readonly string[]
  readonly onChange: (action: SimpleAction) => void
  readonly onRemove: () => void
}

export function ActionRow({ action, number, fields, onChange, onRemove }: ActionRowProps) {
  const t = useText()
  const { kind, field } = action
  const gap = gapOfAction(action)
  return (
    <div className={classes['row']} data-action>
      <NativeSelect
        aria-label={t('pipelines.simple.actionOf', { number })}
        data={ACTIONS.map((one) => ({ value: one, label: t(`pipelines.simple.action.${one}`) }))}
        value={kind}
        onChange={({ currentTarget }) => {
          const next = ACTIONS.find((one) => one === currentTarget.value) ?? 'set'
          onChange({ kind: next, field: takesActionField(next) ? field : '', value: '' })
        }}
      />
      {takesActionField(kind) ? (
        <FieldInput
          label={t('pipelines.simple.changedFieldOf', { number })}
          value={field}
          fields={fields}
          error={gap === 'field' && t('pipelines.simple.gap.field')}
          onChange={(next) => onChange({ ...action, field: next })}
        />
      ) : (
        <span />
      )}
      <ActionValue action={action} number={number} fields={fields} onChange={onChange} />
      <ActionIcon aria-label={t('pipelines.simple.removeAction', { number })} onClick={onRemove}>
        <IconX size={15} />
      </ActionIcon>
    </div>
  )
}

function ActionValue({ action, number, fields, onChange }: Omit<ActionRowProps, 'onRemove'>) {
  const t = useText()
  const { kind, value } = action
  const gap = gapOfAction(action)
  const label = t('pipelines.simple.newValueOf', { number })
  const error = gap !== undefined && gap !== 'field' && t(`pipelines.simple.gap.${gap}`)
  const change = (next: string) => onChange({ ...action, value: next })
  if (!takesActionValue(kind)) return <span />
  if (kind === 'route') return <StreamSelect label={label} value={value} error={error} onChange={change} />
  if (kind === 'copy' || kind === 'rename') {
    return (
      <FieldInput label={label} value={value} fields={kind === 'copy' ? fields : []} error={error} onChange={change} />
    )
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={t('pipelines.simple.value')}
      autoComplete="off"
      spellCheck={false}
      error={error}
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

interface StreamSelectProps {
  readonly label: string
  readonly value: string
  readonly error: string | false
  readonly onChange: (id: string) => void
}

function StreamSelect({ label, value, error, onChange }: StreamSelectProps) {
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
