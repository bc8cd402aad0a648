/** One field of a form, by its kind. */
import type { Field, FieldKind } from '@logyard/contract/configured/field'
import { Alert, Checkbox, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ChangeEvent } from 'react'
import { useText } from '../../base/text/text.tsx'
import { HeadersField } from '../form/headers-field.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { SecretField } from '../form/secret-field.tsx'
import { TimeZoneSelect } from '../form/time-zone-select.tsx'
import { FieldLabel } from './field-label.tsx'
import { isRequired } from './field-problems.ts'
import type { EditorProps, FieldEditor, FieldsProps, InputBase } from './field-props.ts'
import {
  headersOf,
  holds,
  numberOf,
  periodChange,
  periodOf,
  secretToSend,
  sentCharacter,
  shownCharacter,
  textOf,
} from './field-values.ts'
import { inputProps, UNTRANSLATED } from './input-props.ts'
import { ListField } from './list-field.tsx'
import { PeriodField } from './period-field.tsx'

interface FieldInputProps extends FieldsProps {
  readonly field: Field
}

export function FieldInput({ field, editors = {}, ...form }: FieldInputProps) {
  const base = baseOf(field, form)
  switch (field.kind) {
    case 'text':
      return <TextField {...base} field={field} />
    case 'number':
      return <NumberField {...base} field={field} />
    case 'flag':
      return <FlagField {...base} field={field} />
    case 'choice':
      return <ChoiceField {...base} field={field} />
    case 'list':
      return <ListField {...base} field={field} />
    case 'period':
      return <SwitchedPeriod {...base} field={field} />
    case 'time_zone':
      return <TimeZoneField {...base} field={field} />
    case 'headers':
      return <HeadersField {...base} headers={headersOf(base.value)} onChange={base.onValue} />
    case 'secret':
      return <SecretField {...base} onChange={(next) => base.onValue(secretToSend(next))} />
    case 'note':
      return (
        <Alert color="gray" icon={<IconInfoCircle />}>
          {base.label}
        </Alert>
      )
    case 'url':
      return <Special {...base} field={field} editor={editors.url} />
    case 'webhook':
      return <Special {...base} field={field} editor={editors.webhook} />
    case 'template':
      return <Special {...base} field={field} editor={editors.template} />
    case 'preview':
      return <Special {...base} field={field} editor={editors.preview} />
    case 'mail_state':
      return <Special {...base} field={field} editor={editors.mail_state} />
    case 'users':
      return <Special {...base} field={field} editor={editors.users} />
    case 'callback':
      return <Special {...base} field={field} editor={editors.callback} />
    case 'regex':
      return <Special {...base} field={field} editor={editors.regex} />
    case 'grok':
      return <Special {...base} field={field} editor={editors.grok} />
    case 'lookup_table':
      return <Special {...base} field={field} editor={editors.lookup_table} />
    default:
      return field satisfies never
  }
}

function baseOf(field: Field, { focus, ...form }: Omit<FieldInputProps, 'field' | 'editors'>): InputBase {
  const { name, label, help, is_optional, shared_error, disabled_while } = field
  const isData = form.isTranslated !== true
  return {
    ...form,
    label: <FieldLabel text={label} isOptional={is_optional === true} isData={isData} />,
    description:
      help === undefined || help === '' ? undefined : <span translate={isData ? 'no' : undefined}>{help}</span>,
    value: form.values[name],
    error: form.errors[name] ?? (shared_error === undefined ? undefined : form.errors[shared_error.name]),
    isRequired: isRequired(field),
    isDisabled: holds(disabled_while, form.values),
    hasFocus: focus === name,
    onValue: (value) => form.onChange({ [name]: value }),
  }
}

interface SpecialProps<Kind extends FieldKind> extends EditorProps<Kind> {
  /** Absent in a form that has no editor for the kind. */
  readonly editor: FieldEditor<Kind> | undefined
}

function Special<Kind extends FieldKind>({ editor: Editor, ...props }: SpecialProps<Kind>) {
  return Editor === undefined ? null : <Editor {...props} />
}

const SHORT = { wrapper: { maxWidth: 120 } }
const MONOSPACE = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } }

function TextField(props: EditorProps<'text'>) {
  const { field, value, onValue } = props
  const { format, placeholder = '', is_null_if_empty } = field
  const isCharacter = format === 'character'
  const text = {
    ...inputProps(props),
    placeholder,
    autoComplete: 'off',
    spellCheck: format === 'prose',
    translate: 'no' as const,
    value: isCharacter ? shownCharacter(textOf(value)) : textOf(value),
    onChange({ currentTarget: { value: next } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
      if (next === '' && is_null_if_empty === true) onValue(null)
      else onValue(isCharacter ? sentCharacter(next) : next)
    },
  }
  if (format === 'password') return <PasswordField {...text} autoComplete="new-password" />
  if (format === 'lines') return <Textarea {...text} rows={10} />
  if (format === 'code') return <Textarea {...text} rows={10} styles={MONOSPACE} />
  return (
    <TextInput
      {...text}
      {...(format === 'url' ? { type: 'url' } : {})}
      {...(isCharacter ? { maxLength: 2, styles: SHORT } : {})}
    />
  )
}

function NumberField(props: EditorProps<'number'>) {
  const { field, value, onValue } = props
  const { min, max, placeholder = '' } = field
  return (
    <NumberInput
      {...inputProps(props)}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      styles={{ wrapper: { maxWidth: 320 } }}
      placeholder={placeholder}
      // An entry that is out of bounds gets an error, and is not changed behind the user's back.
      clampBehavior="none"
      value={numberOf(value) ?? ''}
      onChange={(next) => onValue(typeof next === 'number' ? next : null)}
    />
  )
}

function FlagField(props: EditorProps<'flag'>) {
  return (
    <Checkbox
      {...inputProps(props)}
      required={false}
      checked={props.value === true}
      onChange={({ currentTarget }) => props.onValue(currentTarget.checked)}
    />
  )
}

function ChoiceField(props: EditorProps<'choice'>) {
  const { field, value, isTranslated = false, onValue } = props
  const t = useText()
  return (
    <Select
      {...inputProps(props)}
      {...(isTranslated ? {} : { attributes: UNTRANSLATED })}
      placeholder={t('ui.config.select', { name: field.label })}
      data={field.options}
      value={typeof value === 'string' && value !== '' ? value : null}
      allowDeselect={false}
      onChange={onValue}
    />
  )
}

function SwitchedPeriod({ field, values, label, description, error, onChange }: EditorProps<'period'>) {
  const period = periodOf(values, field)
  return (
    <PeriodField
      name={field.label}
      label={label}
      description={description}
      period={period}
      error={error}
      onChange={(next) =>
        onChange(periodChange(field, next.isOn && !period.isOn ? { ...field.initial, isOn: true } : next))
      }
    />
  )
}

function TimeZoneField({ label, description, error, value, onValue }: EditorProps<'time_zone'>) {
  return (
    <TimeZoneSelect
      label={label}
      description={description}
      error={error}
      value={textOf(value)}
      onChange={(zone) => onValue(zone === '' ? null : zone)}
    />
  )
}
