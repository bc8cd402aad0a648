import type { FieldKind } from '@logyard/contract/configured/field'
import type { EditorProps } from './field-props.ts'

/** Attributes of a select whose options the server names. */
export const UNTRANSLATED = { dropdown: { translate: 'no' as const } }

/** The props that all inputs of the component library take. */
export const inputProps = <Kind extends FieldKind>(props: EditorProps<Kind>) => ({
  name: props.field.name,
  label: props.label,
  description: props.description,
  error: props.error,
  required: props.isRequired,
  disabled: props.isDisabled,
  'data-autofocus': props.hasFocus || undefined,
})
